import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProcessLedger } from '#infra/local/supervisor/process-ledger.ts';
import { writeFileAtomically } from '#infra/local/supervisor/write-file-atomically.ts';
import { eventually } from '#test/support/eventually.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'satchel-ledger-'));
  file = path.join(directory, 'processes.json');
});
afterEach(() => rmSync(directory, { recursive: true }));

const names = (): string[] => (JSON.parse(readFileSync(file, 'utf8')) as { name: string }[]).map(({ name }) => name);

describe('the ledger of processes', () => {
  it('survives a full disk: reports it once, keeps its entries, and is complete again when there is room', async () => {
    let isFull = false;
    const said: string[] = [];
    const ledger = await openProcessLedger(file, {
      write: (...given) => {
        if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        writeFileAtomically(...given);
      },
      report: (line) => said.push(line),
    });
    ledger.record('first', process.pid);
    isFull = true;
    ledger.record('second', process.pid);
    ledger.record('third', process.pid);
    expect(names()).toEqual(['first']);
    expect(said).toEqual([expect.stringContaining('cannot be written (ENOSPC)')]);
    isFull = false;
    await eventually(async () => expect(names()).toEqual(['first', 'second', 'third']));
    expect(said).toEqual([expect.anything(), expect.stringContaining('can be written again')]);
  });

  it('can be read by its owner only', async () => {
    await openProcessLedger(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('writeFileAtomically', () => {
  it('leaves the old content and no draft when it fails', () => {
    writeFileAtomically(file, 'old');
    // A file cannot take the place of a folder, which is as good as a full disk.
    expect(() => writeFileAtomically(directory, 'new')).toThrow();
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(directory)).toEqual(['processes.json']);
    expect(
      readdirSync(path.dirname(directory)).filter((name) => name.startsWith(`${path.basename(directory)}.`)),
    ).toEqual([]);
  });
});
