import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Plugin } from 'esbuild';

import type { Definition, FunctionDefinition } from '../definition/types.ts';
import { deployed, lambdaBundleOptions, standIns, type BuiltFunctions } from './build-functions.ts';
import { contentAddressedBuild, defaultBuildDirectory, repositoryRoot } from './content-addressed-build.ts';
import { namesCut } from './names-cut.ts';
import { runEsbuild } from './run-esbuild.ts';

/**
 * Bundles the functions so that a thread can run all of them: what several use, the clients of AWS above all, lies in
 * files of its own and is loaded once. What knows the environment and keeps state, each function has to itself, with the
 * same adapters cut out as in the bundle that is deployed (build-functions.ts).
 */
export async function buildTogether(
  { functions }: Pick<Definition, 'functions'>,
  outDir = path.join(defaultBuildDirectory, 'together'),
): Promise<BuiltFunctions> {
  let bundled: readonly string[] = [];
  const directory = await contentAddressedBuild(
    outDir,
    {
      paths: ['functions', 'shared', 'infra/build', 'package-lock.json', ...functions.map(({ entry }) => entry)],
      settings: functions.map(({ id, entry, grant }) => [id, entry, namesCut(grant)]),
    },
    async (draft) => {
      await runEsbuild({
        ...lambdaBundleOptions,
        ...deployed,
        alias: standIns,
        splitting: true,
        plugins: [eachItsOwn(functions), ...lambdaBundleOptions.plugins],
        entryPoints: Object.fromEntries(functions.map(({ id }) => [`${id}/index`, `${prefix}${id}`])),
        chunkNames: 'several/[hash]',
        outdir: draft,
      });
      bundled = functions.map(({ id }) => id);
    },
  );
  return { directory, folderOf: (functionId) => path.join(directory, functionId), bundled };
}

/** Before the id of a function in the name of its entry point. */
const prefix = 'function:';

/** Files of which each function has its own copy: the shells, what they run, and what a grant cuts. */
const ownFiles = /[\\/]functions[\\/]((runtime|api|jobs|workers)[\\/].+|adapters[\\/]keys[\\/]keys)\.ts$/;

/** Makes a copy of these files for each function. What they import is passed the function's id beside its path. */
function eachItsOwn(functions: readonly FunctionDefinition[]): Plugin {
  const byId = new Map(functions.map((fn) => [fn.id, fn]));
  return {
    name: 'each-its-own',
    setup(build) {
      const copy = (file: string, id: string) => ({ path: file, suffix: `?of=${id}`, pluginData: id });
      build.onResolve({ filter: new RegExp(`^${prefix}`) }, ({ path: name }) => {
        const id = name.slice(prefix.length);
        return copy(path.resolve(repositoryRoot, byId.get(id)?.entry ?? ''), id);
      });
      build.onResolve({ filter: /^(\.|#functions\/)/ }, ({ path: name, resolveDir, pluginData: id }) => {
        if (typeof id !== 'string') return undefined;
        const file = name.startsWith('#') ? path.join(repositoryRoot, name.slice(1)) : path.resolve(resolveDir, name);
        return ownFiles.test(file) ? copy(file, id) : undefined;
      });
      build.onLoad({ filter: /\.ts$/ }, async ({ path: file, suffix, pluginData: id }) => {
        const fn = typeof id === 'string' && suffix.startsWith('?of=') ? byId.get(id) : undefined;
        if (!fn) return undefined;
        const source = await readFile(file, 'utf8');
        const contents = namesCut(fn.grant).reduce(
          (text, name) => text.replaceAll(`process.env.${name}`, '"no"'),
          source,
        );
        return { contents, loader: 'ts', resolveDir: path.dirname(file), pluginData: id };
      });
    },
  };
}
