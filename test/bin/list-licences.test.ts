import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

import { packagesOf, troublesome } from '#bin/list-licences.ts';
import type { LockFile } from '#bin/list-licences.ts';

const root = path.resolve(import.meta.dirname, '../..');
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as LockFile;

test('everything that ships is under a permissive licence', () => {
  const packages = packagesOf(lock);
  expect(packages.filter(({ ships }) => ships).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', '@aws-sdk/client-dynamodb', 'zod']),
  );
  expect(troublesome(packages)).toEqual([]);
});

test('a package that ships without a licence, or under one that asks for more, is found', () => {
  const found = troublesome(
    packagesOf({
      packages: {
        '': { version: '0.1.0' },
        'node_modules/free': { version: '1.0.0', license: 'MIT' },
        'node_modules/copyleft': { version: '1.0.0', license: 'GPL-3.0-or-later' },
        'node_modules/free/node_modules/@a/silent': { version: '2.0.0' },
        'node_modules/tool': { version: '1.0.0', license: 'MPL-2.0', dev: true },
        'node_modules/both': { version: '1.0.0', license: 'MPL-2.0', dev: true },
        'node_modules/free/node_modules/both': { version: '1.0.0', license: 'MPL-2.0' },
      },
    }),
  );
  expect(found.map(({ name, licence }) => `${name} ${licence}`)).toEqual([
    '@a/silent none named',
    'both MPL-2.0',
    'copyleft GPL-3.0-or-later',
  ]);
});

test('npm prints the bill of materials offline, with a checksum and a licence for each package', () => {
  const { stdout } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--offline'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 120_000,
  });
  const { components } = JSON.parse(stdout) as {
    components: readonly {
      readonly name: string;
      readonly hashes?: readonly object[];
      readonly licenses?: readonly object[];
    }[];
  };
  expect(components.map(({ name }) => name)).toContain('@aws-sdk/client-dynamodb');
  expect(components.filter(({ hashes, licenses }) => !hashes?.length || !licenses?.length)).toEqual([]);
});
