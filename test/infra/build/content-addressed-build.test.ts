import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { contentAddressedBuild } from '#infra/build/content-addressed-build.ts';

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'satchel-build-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('a content-addressed build', () => {
  it('builds again only when its inputs have changed', async () => {
    const out = folder();
    const source = path.join(folder(), 'source.txt');
    let builds = 0;
    const build = () =>
      contentAddressedBuild(out, { paths: [source], settings: 1 }, async (directory) => {
        builds += 1;
        await writeFile(path.join(directory, 'out.txt'), readFileSync(source));
      });
    writeFileSync(source, 'one');
    const first = await build();
    expect(await build()).toBe(first);
    expect(builds).toBe(1);
    writeFileSync(source, 'two');
    const second = await build();
    expect(second).not.toBe(first);
    expect(readFileSync(path.join(first, 'out.txt'), 'utf8')).toBe('one');
    expect(readFileSync(path.join(second, 'out.txt'), 'utf8')).toBe('two');
  });

  it('never shows half a build, with any number of builds at the same time', async () => {
    const out = folder();
    const build = () =>
      contentAddressedBuild(out, { paths: [], settings: 2 }, async (directory) => {
        for (const name of ['a', 'b', 'c']) {
          await writeFile(path.join(directory, name), name);
          expect(readdirSync(out).filter((entry) => !entry.startsWith('.draft'))).toSatisfy((builds: string[]) =>
            builds.every((entry) => readdirSync(path.join(out, entry)).length === 3),
          );
        }
      });
    const [first, second] = await Promise.all([build(), build()]);
    expect(first).toBe(second);
    expect(readdirSync(out)).toHaveLength(1);
  });

  it('leaves nothing behind when it fails', async () => {
    const out = folder();
    const failing = contentAddressedBuild(out, { paths: [], settings: 3 }, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(readdirSync(out)).toEqual([]);
  });

  it('forgets builds that are long out of use', async () => {
    const out = folder();
    const directories: string[] = [];
    for (let settings = 0; settings < 12; settings += 1) {
      directories.push(await contentAddressedBuild(out, { paths: [], settings }, () => Promise.resolve()));
    }
    expect(existsSync(directories.at(-1) ?? '')).toBe(true);
    expect(readdirSync(out).length).toBeLessThan(12);
  });
});

describe.runIf(process.getuid?.() === 0)('a clone that another user has built in', () => {
  /** Builds as a user who owns nothing here. Returns the outcome in one line. */
  function buildAsNobody(out: string, setting: number): string {
    const module = path.resolve(import.meta.dirname, '../../../infra/build/content-addressed-build.ts');
    const script = `
      const { contentAddressedBuild } = await import(${JSON.stringify(module)});
      const build = contentAddressedBuild(${JSON.stringify(out)}, { paths: [], settings: ${setting} }, async () => {});
      console.log(await build.then(() => 'built', ({ constructor, message }) => constructor.name + ': ' + message));`;
    const node = ['--input-type=module', '-e', script];
    return execFileSync(process.execPath, node, { uid: 65_534, gid: 65_534, encoding: 'utf8' }).trim();
  }

  it('is used as it is, and says in one sentence why nothing can be built there', async () => {
    // In /tmp, because only its owner may enter the folder where a run of all checks keeps its files.
    const shared = mkdtempSync('/tmp/satchel-build-');
    onTestFinished(() => rmSync(shared, { recursive: true, force: true }));
    const out = path.join(shared, 'site');
    await contentAddressedBuild(out, { paths: [], settings: 1 }, async () => undefined);
    chmodSync(shared, 0o755);
    expect(buildAsNobody(out, 1)).toBe('built');
    expect(buildAsNobody(out, 2)).toMatch(
      /^BuildFailure: .* cannot be written \(EACCES\): another user made it\. Delete /,
    );
    // A user who may write there, but not change the existing files, builds beside it.
    chmodSync(out, 0o777);
    expect(buildAsNobody(out, 2)).toBe('built');
    expect(buildAsNobody(out, 1)).toBe('built');
  });
});
