import path from 'node:path';

import type { Definition } from '../definition/types.ts';
import { deployed, lambdaBundleOptions, standIns, type BuiltFunctions } from './build-functions.ts';
import { contentAddressedBuild, defaultBuildDirectory } from './content-addressed-build.ts';
import { eachItsOwn, ownEntries } from './each-its-own.ts';
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
        plugins: [eachItsOwn(functions, ({ id }) => id), ...lambdaBundleOptions.plugins],
        entryPoints: ownEntries(functions),
        chunkNames: 'several/[hash]',
        outdir: draft,
      });
      bundled = functions.map(({ id }) => id);
    },
  );
  return { directory, folderOf: (functionId) => path.join(directory, functionId), bundled };
}
