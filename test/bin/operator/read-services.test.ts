import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

function call(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}

it.each([
  ['bin/make-admin.ts', 'a@example.com', 'test'],
  ['bin/redrive.ts', 'payment-events', 'test'],
])('%s takes no folder for the file of a local stack', (...args) => {
  expect(call(...args)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^<services\.json> takes the path of a file that exists, not "test"\.\n/) as string,
  });
});

it.each([
  ['bin/make-admin.ts', 'a@example.com', 'README.md'],
  ['bin/redrive.ts', 'payment-events', 'README.md'],
])('%s says in one sentence that another file is none of a local stack', (...args) => {
  expect(call(...args)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'README.md is no file of a local stack, such as .local/services.json.\n',
  });
});
