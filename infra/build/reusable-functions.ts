import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Metafile } from 'esbuild';

import { repositoryRoot } from './content-addressed-build.ts';

/** The inputs of a bundle, and its place. */
export type BundleRecord = { readonly inputs: readonly string[]; readonly hash: string; readonly folder: string };

/** Every function's last bundle, by function id. */
export type BundleRecords = Readonly<Record<string, BundleRecord>>;

/** Reads what the last build left; nothing where there is no such file, or none that can be read. */
export function readRecords(file: string): BundleRecords {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BundleRecords;
  } catch {
    return {};
  }
}

/** Writes down what the bundles of a build are made of. A build without this file bundles everything again. */
export async function writeRecords(
  file: string,
  directory: string,
  madeOf: readonly (Pick<BundleRecord, 'inputs' | 'hash'> & { readonly id: string })[],
): Promise<void> {
  const records = Object.fromEntries(
    madeOf.map(({ id, inputs, hash }) => [id, { inputs, hash, folder: path.join(directory, id) }]),
  );
  const draft = `${file}.${process.pid}.tmp`;
  try {
    // The old records stay too, because the tests build another product beside this one.
    await writeFile(draft, JSON.stringify({ ...readRecords(file), ...records }));
    await rename(draft, file);
  } catch {
    // Without the file, only the next build is slower.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Hashes the inputs of bundles; each file is read once. `settings` is everything else that shapes them. */
export function createInputHash(): (inputs: readonly string[], settings: unknown) => string | undefined {
  const contents = new Map<string, string | undefined>();
  const contentOf = (file: string): string | undefined => {
    if (!contents.has(file)) contents.set(file, hashOfFile(path.join(repositoryRoot, file)));
    return contents.get(file);
  };
  return (inputs, settings) => {
    const hash = createHash('sha256').update(JSON.stringify(settings));
    for (const file of inputs) {
      const content = contentOf(file);
      // A deleted file: the functions that imported it are bundled again, and report that.
      if (content === undefined) return undefined;
      hash.update(`\0${file}\0${content}`);
    }
    return hash.digest('hex');
  };
}

/** True when a recorded bundle is still in its folder and its inputs have not changed. */
export function isReusable(
  record: BundleRecord | undefined,
  settings: unknown,
  hashOf: ReturnType<typeof createInputHash>,
): record is BundleRecord {
  if (record === undefined || !existsSync(path.join(record.folder, 'index.mjs'))) return false;
  return hashOf(record.inputs, settings) === record.hash;
}

/** Every file that an entry point imports, directly or not, itself included, in a stable order. */
export function inputsOf({ inputs }: Metafile, entry: string): readonly string[] {
  const found = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const known = inputs[file];
    if (known === undefined || found.has(file)) continue;
    found.add(file);
    open.push(...known.imports.filter(({ external }) => !external).map(({ path: imported }) => imported));
  }
  // A built-in module of Node is made by a plugin and is no file.
  // After a `?` stands the part of a file that is in the bundle (own-route.ts).
  const files = new Set([...found].map((file) => file.replace(/\?.*$/, '')));
  return [...files].filter((file) => existsSync(path.join(repositoryRoot, file))).toSorted();
}

function hashOfFile(file: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('base64');
  } catch {
    return undefined;
  }
}
