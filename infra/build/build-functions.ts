import { statSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';

import type { BuildOptions } from 'esbuild';

import type { Definition, FunctionDefinition } from '../definition/types.ts';
import { builtinsByCall } from './builtins-by-call.ts';
import { contentAddressedBuild, defaultBuildDirectory, repositoryRoot } from './content-addressed-build.ts';
import { eachItsOwn, ownEntries } from './each-its-own.ts';
import { namesCut } from './names-cut.ts';
import { ownRoute } from './own-route.ts';
import {
  createInputHash,
  inputsOf,
  isReusable,
  readRecords,
  writeRecords,
  type BundleRecord,
  type BundleRecords,
} from './reusable-functions.ts';
import { runEsbuild } from './run-esbuild.ts';

/** Built functions: `<directory>/<function id>/index.mjs`, and nothing but that file in each folder. */
export type BuiltFunctions = {
  readonly directory: string;
  /** The folder that becomes one Lambda's code. */
  readonly folderOf: (functionId: string) => string;
  /** The functions that this build had to bundle: the others were there already. */
  readonly bundled: readonly string[];
};

/**
 * Bundles the functions, all in one esbuild run, which reads each package once. An adapter and its client are only in
 * the bundles of functions that are granted it. The CDK app deploys the folders and the local gateway runs them, so the
 * code tested here is the code that runs there. `isReadable` keeps names and lines for a debugger. `isMapped` adds
 * `index.mjs.map` beside the deployed code, which maps a place to its source. A function with the same files as in the
 * last build is copied from it, so a change costs only the bundles that use it.
 */
export async function buildFunctions(
  definition: Pick<Definition, 'functions'>,
  {
    isReadable = false,
    isMapped = false,
    asTheyCome = [],
    outDir = path.join(defaultBuildDirectory, folderFor({ isReadable, isMapped })),
  }: {
    readonly outDir?: string;
    readonly isReadable?: boolean;
    readonly isMapped?: boolean;
    /** Packages that are bundled as they come, without a stand-in of ours. */
    readonly asTheyCome?: readonly string[];
  } = {},
): Promise<BuiltFunctions> {
  const alias = Object.fromEntries(Object.entries(standIns).filter(([name]) => !asTheyCome.includes(name)));
  const style = { ...(isReadable ? readable : isMapped ? mapped : deployed), alias };
  const sourceFolders = new Set(definition.functions.map(({ entry }) => path.dirname(entry)));
  const recordsFile = `${outDir}.json`;
  const madeOf: MadeOf[] = [];
  const directory = await contentAddressedBuild(
    outDir,
    {
      paths: ['functions', 'shared', 'infra/build', 'package-lock.json', ...sourceFolders],
      settings: [definition.functions.map((fn) => [fn.id, fn.entry, cutOf(fn)]), style],
    },
    async (draft) => {
      madeOf.push(...(await bundle(definition.functions, style, readRecords(recordsFile), draft)));
    },
  );
  const bundled = madeOf.filter(({ isNew }) => isNew).map(({ id }) => id);
  if (bundled.length > 0) await writeRecords(recordsFile, directory, madeOf);
  return { directory, folderOf: (functionId) => path.join(directory, functionId), bundled };
}

function folderFor({ isReadable, isMapped }: { readonly isReadable: boolean; readonly isMapped: boolean }): string {
  if (isReadable) return 'readable-functions';
  return isMapped ? 'mapped-functions' : 'functions';
}

/** Returns the settings that shape a function's bundle beside its own files. */
function settingsOf(fn: FunctionDefinition, style: Style): unknown {
  return { cut: cutOf(fn), ...style };
}

/** Files that shape every bundle. */
const always = [
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'infra/build/build-functions.ts',
  'infra/build/builtins-by-call.ts',
  'infra/build/each-its-own.ts',
  'infra/build/names-cut.ts',
  'infra/build/own-route.ts',
];

/** Maximum coarseness of a file's time, in milliseconds. */
const timestampMs = 20;

function savedAtMs(file: string): number {
  return statSync(path.resolve(repositoryRoot, file), { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}

type MadeOf = { readonly id: string; readonly isNew: boolean } & Pick<BundleRecord, 'inputs' | 'hash'>;

/** Fills the draft with the functions, and returns what each of them is made of. */
async function bundle(
  functions: Definition['functions'],
  style: Style,
  records: BundleRecords,
  draft: string,
): Promise<readonly MadeOf[]> {
  const hashOf = createInputHash();
  const made: MadeOf[] = [];
  const stale: FunctionDefinition[] = [];
  for (const fn of functions) {
    const record = records[fn.id];
    if (isReusable(record, settingsOf(fn, style), hashOf)) {
      await cp(record.folder, path.join(draft, fn.id), { recursive: true });
      made.push({ id: fn.id, isNew: false, inputs: record.inputs, hash: record.hash });
    } else stale.push(fn);
  }
  if (stale.length === 0) return made;
  const begunAtMs = Date.now();
  const metafile = await runEsbuild({
    ...lambdaBundleOptions,
    ...style,
    plugins: [eachItsOwn(stale, cutOf), ...lambdaBundleOptions.plugins],
    entryPoints: ownEntries(stale),
    outdir: draft,
  });
  const entries = new Map(
    Object.entries(metafile.outputs).map(([file, { entryPoint = '' }]) => [
      path.basename(path.dirname(file)),
      entryPoint,
    ]),
  );
  for (const fn of stale) {
    const inputs = [...always, ...inputsOf(metafile, entries.get(fn.id) ?? '')];
    // A file saved while it was bundled: nobody knows which version the bundle has, so the bundle is not recorded.
    const isSteady = inputs.every((file) => savedAtMs(file) < begunAtMs - timestampMs);
    made.push({ id: fn.id, isNew: true, inputs, hash: (isSteady && hashOf(inputs, settingsOf(fn, style))) || '' });
  }
  return made;
}

/**
 * Returns the names that are cut out of a function's bundle, as a key. Functions with one key share their copies of our
 * files.
 */
function cutOf({ grant }: FunctionDefinition): string {
  return namesCut(grant).join('+');
}

/** The format of a bundle. */
type Style = Pick<BuildOptions, 'minify' | 'sourcemap' | 'alias'>;

/** As it is deployed: without source maps, which are six times the code and would be most of the time of a build. */
export const deployed: Style = { minify: true };

/** The same code, and the map of it in a file of its own that nothing in the code names. */
const mapped: Style = { minify: true, sourcemap: 'external' };

/** For a debugger and for stack traces with the lines of the source. */
const readable: Style = { minify: false, sourcemap: 'inline' };

/** Our own files in place of parts of the SDK that no function uses. */
export const standIns = {
  '@aws-sdk/credential-provider-node': path.join(repositoryRoot, 'functions/runtime/env-credentials.ts'),
  '@aws-sdk/middleware-endpoint-discovery': path.join(repositoryRoot, 'functions/runtime/no-endpoint-discovery.ts'),
  '@smithy/core/event-streams': path.join(repositoryRoot, 'functions/runtime/no-event-streams.ts'),
};

export const lambdaBundleOptions = {
  absWorkingDir: repositoryRoot,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // esbuild's default for Node takes the SDK's CommonJS build: 59 % more bytes and no tree shaking.
  mainFields: ['module', 'main'],
  legalComments: 'none',
  plugins: [builtinsByCall, ownRoute],
} satisfies BuildOptions;
