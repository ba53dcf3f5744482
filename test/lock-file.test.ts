import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

type Locked = {
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
};

const { packages } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const installed = Object.entries(packages).filter(([folder]) => folder !== '');

/**
 * Platform binaries of the formatter and the linter. The registry that the lock file was written with serves only those
 * of one platform, so the hashes of the others are missing. They are development tools and never reach a bundle.
 */
const foreignBinaries = /^node_modules\/@(?:oxfmt|oxlint)\/binding-|^node_modules\/@oxlint-tsgolint\//;

it('has the hash of every package, but for binaries of tools that the registry did not serve', () => {
  // A package inside another package's archive is covered by the hash of that archive.
  const without = installed.filter(([, { integrity, inBundle }]) => integrity === undefined && inBundle !== true);
  const unexplained = without.filter(
    ([folder, { dev, optional }]) => !(dev && optional && foreignBinaries.test(folder)),
  );
  expect(unexplained.map(([folder]) => folder)).toEqual([]);
  expect(installed.length - without.length).toBeGreaterThan(200);
});

it('has the hash of every binary that Linux on x64 with glibc, the platform of the checks, installs', () => {
  const own = installed.filter(([folder]) => foreignBinaries.test(folder) && /linux-x64(?:-gnu)?$/.test(folder));
  expect(own).toHaveLength(3);
  expect(own.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
});
