import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandCall } from './call-every-command.ts';

const root = path.resolve(import.meta.dirname, '../..');

function run(file: string, ...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [path.join(root, file), ...args], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(root, '.build/compile-cache') },
    // A command that does not read its arguments goes to work.
    timeout: 120_000,
  });
}

const { stdout, stderr: trouble } = run('test/bin/call-every-command.ts', '--help', '--no-such-option');
if (stdout === '') throw new Error(`the commands could not be called: ${trouble}`);
const calls = JSON.parse(stdout) as readonly CommandCall[];
const callsWith = (argument: string): readonly CommandCall[] => calls.filter((call) => call.argument === argument);

describe('every command', () => {
  it.each(callsWith('--help'))('bin/$command prints its usage for --help', ({ command, code, stdout, stderr }) => {
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^[A-Z][^\n]+\.\n/);
    expect(stdout).toContain(`\n\nUsage: node bin/${command}`);
    expect(code).toBe(0);
  });

  it.each(callsWith('--no-such-option'))(
    'bin/$command refuses an unknown option in one sentence with its usage',
    ({ command, code, stdout, stderr }) => {
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^[^\n]*--no-such-option[^\n]*\.\n\n/);
      expect(stderr).toContain(`\n\nUsage: node bin/${command}`);
      expect(code).toBe(2);
    },
  );

  it('ends a process with 0 for its usage, 2 for a wrong call and 1 for an error that a person can fix', () => {
    expect(run('bin/verify-chains.ts', '--help')).toMatchObject({ status: 0, stderr: '' });
    expect(run('bin/verify-chains.ts', '--at', 'soon')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^--at takes a moment[^\n]+\n\n/) as string,
    });
    const failed = run('bin/verify-chains.ts');
    expect(failed).toMatchObject({ status: 1, stdout: '' });
    expect(failed.stderr).toMatch(/^Set TABLE_NAME and SESSION_SECRET_ID[^\n]+\n$/);
  });
});

describe('a command of operators', () => {
  it.each(['bin/reconcile.ts', 'bin/verify-chains.ts'])('%s works on a deployment without a services.json', (file) => {
    for (const args of [[], ['--aws']]) {
      const failed = run(file, ...args);
      expect(failed).toMatchObject({ status: 1, stdout: '' });
      expect(failed.stderr).toMatch(/^Set TABLE_NAME and SESSION_SECRET_ID[^\n]+\n$/);
    }
  });

  it('asks for credentials in one sentence, and in the region in which everything runs', () => {
    const { AWS_REGION: _, ...others } = process.env;
    const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'bin/make-admin.ts'), 'a@example.com'], {
      encoding: 'utf8',
      env: {
        ...others,
        TABLE_NAME: 'x',
        SESSION_SECRET_ID: 'x',
        HOME: '/nonexistent',
        AWS_EC2_METADATA_DISABLED: 'true',
        AWS_ACCESS_KEY_ID: '',
      },
    });
    expect(stderr).toMatch(/^On the deployment with the table x\.\nAWS: [^\n]*credentials[^\n]*\.\n$/);
    expect(status).toBe(1);
  });

  it.each([
    [['--apply', 'NONSENSE'], /^--apply takes classes of breaks[^\n]+, not "NONSENSE"\.\n\n/],
    [['--apply', 'HASH,nonsense'], /^--apply takes classes of breaks[^\n]+, not "HASH,nonsense"\.\n\n/],
    [['--aws', '--apply', 'HASH'], /^--aws only prints[^\n]+\.\n\n/],
    [['package.json', '--aws'], /^--aws is for a deployment[^\n]+\.\n\n/],
  ] as const)('bin/reconcile.ts refuses %j as a wrong call', (args, words) => {
    expect(run('bin/reconcile.ts', ...args)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(words) as string,
    });
  });

  it.each([
    [
      ['sign-in', '--site', '127.0.0.1:3000'],
      /^--site takes the address of a site[^\n]+, not "127\.0\.0\.1:3000"\.\n\n/,
    ],
    // The session names the site: the act would be done there, and not at this one.
    [['desk', '--site', 'https://example.com'], /^--email and --site are for sign-in[^\n]+\.\n\n/],
    [['sign-out', 'now'], /^"now" is one argument too many\.\n\n/],
  ] as const)('bin/admin.ts refuses %j as a wrong call', (args, words) => {
    expect(run('bin/admin.ts', ...args, '--session', '/nonexistent')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(words) as string,
    });
  });

  it.each([
    // The proof is long, and its report would have no place at its end.
    [
      ['bin/prove.ts', '--seeds', '1', '--json', '/nonexistent/report.json'],
      '--json takes the path of a file in a folder',
    ],
    // Without the recording hardly a secret is known to look for, and none is found.
    [['bin/find-secrets.ts', 'package.json', '/nonexistent'], '<recording> takes the path of a folder that exists'],
  ])('%j is refused before the work', ([file = '', ...args], words) => {
    expect(run(file, ...args)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(words) as string,
    });
  });

  it('bin/make-admin.ts refuses to give a role and to take it away at once', () => {
    expect(run('bin/make-admin.ts', 'a@example.com', '--role', 'support', '--revoke')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^--role and --revoke exclude each other\.\n\n/) as string,
    });
  });

  it.each([
    ['bin/decide-operation.ts', 'op_01JD0000000000000000000000', 'never'],
    ['bin/decide-deposit.ts', 'dep_01JD0000000000000000000000', 'refuse'],
  ])('%s refuses one person as both admins before it opens anything', (file, id, outcome) => {
    const people = ['--by', 'fin@example.com', '--second', 'FIN@example.com', '--reason', 'x'];
    expect(run(file, id, outcome, ...people)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^--by and --second take two different people\.\n\n/) as string,
    });
  });
});

const usages = new Map(callsWith('--help').map(({ command, stdout }) => [command, stdout]));
const documents = execFileSync('git', ['ls-files', '*.md', '.github/workflows/*.yml'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
/** Commands that are started through npm. */
const scripts: Readonly<Record<string, string>> = {
  admin: 'admin.ts',
  prove: 'prove.ts',
  soak: 'soak.ts',
  check: 'check.ts',
};

describe('every document', () => {
  it.each(documents)('%s calls only commands that are there, with options that they have', (file) => {
    const calls = /(?:node bin\/([\w-]+\.ts)|npm run (prove|soak|check) --)([^`\n]*)/g;
    const wrong = [...read(file).matchAll(calls)].flatMap(([call, command, script = '', args = '']) => {
      const usage = usages.get(command ?? scripts[script] ?? '');
      if (usage === undefined) return [call];
      return [...args.matchAll(/--[a-z][a-z-]*/g)].flatMap(([option]) => (usage.includes(option) ? [] : [call]));
    });
    expect(wrong).toEqual([]);
  });

  it.each(documents)('%s sets only variables for a command that its usage names', (file) => {
    const calls = /((?:\b[A-Z][A-Z_]+=\S+\s+)+)node bin\/([\w-]+\.ts)/g;
    const wrong = [...read(file).matchAll(calls)].flatMap(([, set = '', command = '']) =>
      [...set.matchAll(/([A-Z_]+)=/g)].flatMap(([, name = '']) =>
        /_(?:NAME|ID|URL|FROM|ORIGINS|PROFILE)$/.test(name) && !usages.get(command)?.includes(`  ${name} `)
          ? [`${name} of ${command}`]
          : [],
      ),
    );
    expect(wrong).toEqual([]);
  });
});

it('lists every command in bin/README.md', () => {
  const readme = read('bin/README.md');
  const isListed = (command: string): boolean =>
    readme.includes(command) || readme.includes(`npm run ${command.replace('.ts', '')}`);
  expect([...usages.keys()].filter((command) => !isListed(command))).toEqual([]);
});
