/**
 * Lists the licence of every package that ships, from the lock file: `node bin/list-licences.ts`. `--all` adds those
 * that only build and test. Ends with 1 when a package that ships has a licence that is not known to be permissive.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { flag } from './command-line/arguments.ts';
import { CommandFailure, runCommand } from './command-line/run-command.ts';

/** A package of the lock file. Packages that do not ship build and test the product. */
export type LicensedPackage = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly ships: boolean;
};

/** The lock file, as far as licences need it. */
export type LockFile = {
  readonly packages: Readonly<
    Record<
      string,
      { readonly version?: string; readonly license?: string; readonly dev?: boolean; readonly optional?: boolean }
    >
  >;
};

/** Licences that ask for nothing but their text and a name. */
const permissive: ReadonlySet<string> = new Set(['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD']);

/** Every package of a lock file, each version once, by name. */
export function packagesOf({ packages }: LockFile): readonly LicensedPackage[] {
  const found = new Map<string, LicensedPackage>();
  for (const [place, { version, license = 'none named', dev, optional }] of Object.entries(packages)) {
    const name = place.split('node_modules/').at(-1) ?? '';
    if (name === '' || version === undefined) continue;
    const ships = dev !== true && optional !== true;
    // A package counts as shipped when any of its copies ships.
    const id = `${name}@${version}`;
    found.set(id, { name, version, licence: license, ships: ships || found.get(id)?.ships === true });
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/** The packages that ship under a licence that is not known to be permissive. */
export function troublesome(packages: readonly LicensedPackage[]): readonly LicensedPackage[] {
  return packages.filter(({ ships, licence }) => ships && !permissive.has(licence));
}

await runCommand(
  import.meta,
  {
    summary: 'Lists the licence of every package that ships. npm sbom prints the whole bill of materials.',
    options: { all: flag('also those that only build and test') },
  },
  ({ all }) => {
    const lock = JSON.parse(readFileSync(path.join(repositoryRoot, 'package-lock.json'), 'utf8')) as LockFile;
    const packages = packagesOf(lock);
    for (const { name, version, licence, ships } of packages)
      if (all || ships) console.log(`${licence.padEnd(14)} ${name}@${version}`);
    const found = troublesome(packages).map(({ name, licence }) => `${name} (${licence})`);
    if (found.length > 0) throw new CommandFailure(`Not permissive, and shipped: ${found.join(', ')}.`);
  },
);
