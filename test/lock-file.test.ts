import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

type Locked = {
  readonly integrity?: string;
  readonly inBundle?: boolean;
};

const { packages } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const installed = Object.entries(packages).filter(([folder]) => folder !== '');

it('has the hash of every package', () => {
  // A package inside another package's archive is covered by the hash of that archive.
  const without = installed.filter(([, { integrity, inBundle }]) => integrity === undefined && inBundle !== true);
  expect(without.map(([folder]) => folder)).toEqual([]);
  expect(installed.length).toBeGreaterThan(200);
});
