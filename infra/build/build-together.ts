import path from 'node:path';

import type { Definition } from '../definition/types.ts';
import { deployed, lambdaBundleOptions, standIns, type BuiltFunctions } from './build-functions.ts';
import { contentAddressedBuild, defaultBuildDirectory } from './content-addressed-build.ts';
import { eachItsOwn, ownEntries } from './each-its-own.ts';
import { namesCut } from './names-cut.ts';
import { runEsbuild } from './run-esbuild.ts';

/**
 * Bundles the functions so that a thread can run all of them. Code that several use, the clients of AWS above all, lies
 * in shared files and is loaded once. Code that reads the environment or keeps state is copied for each function, with
 * the same adapters cut out as in the deployed bundle (build-functions.ts).
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
