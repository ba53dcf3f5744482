import { builtinModules } from 'node:module';
import path from 'node:path';

import type { BuildOptions, Plugin } from 'esbuild';

import type { Definition } from '../definition/types.ts';
import { contentAddressedBuild, defaultBuildDirectory, repositoryRoot } from './content-addressed-build.ts';
import { runEsbuild } from './run-esbuild.ts';

/** Built functions: `<directory>/<function id>/index.mjs`, and nothing but that file in each folder. */
export type BuiltFunctions = {
  readonly directory: string;
  /** The folder that becomes one Lambda's code. */
  readonly folderOf: (functionId: string) => string;
};

/**
 * Bundles every function in one esbuild run (35 NodejsFunctions take 18 s, this takes one or two). The CDK app deploys
 * the folders and the local gateway runs them, so what is tested here is what runs there.
 * Without source maps: they are six times the code and would be most of the time of a build.
 */
export async function buildFunctions(
  definition: Pick<Definition, 'functions'>,
  outDir = path.join(defaultBuildDirectory, 'functions'),
): Promise<BuiltFunctions> {
  const entryPoints = Object.fromEntries(definition.functions.map(({ id, entry }) => [`${id}/index`, entry]));
  const sourceFolders = new Set(definition.functions.map(({ entry }) => path.dirname(entry)));
  const directory = await contentAddressedBuild(
    outDir,
    {
      paths: ['functions', 'shared', 'infra/build', 'package-lock.json', ...sourceFolders],
      settings: entryPoints,
    },
    (draft) => runEsbuild({ ...lambdaBundleOptions, entryPoints, outdir: draft }),
  );
  return { directory, folderOf: (functionId) => path.join(directory, functionId) };
}

/**
 * A static ESM import of `node:http` runs every lazy getter of the module and costs 15–19 ms of a cold start
 * (nodejs/node#57649, #59686); `process.getBuiltinModule` costs 2–3.
 */
const builtinsByCall: Plugin = {
  name: 'builtins-by-call',
  setup(build) {
    const names = builtinModules.filter((name) => !name.startsWith('_') && !name.startsWith('node:'));
    const filter = new RegExp(`^(node:.+|${names.join('|')})$`);
    build.onResolve({ filter }, ({ path: name }) => ({ path: name.replace(/^node:/, ''), namespace: 'node-builtin' }));
    build.onLoad({ filter: /./, namespace: 'node-builtin' }, ({ path: name }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${name}');`,
      loader: 'js',
    }));
  },
};

const lambdaBundleOptions = {
  absWorkingDir: repositoryRoot,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // esbuild's default for Node takes the SDK's CommonJS build: 59 % more bytes and no tree shaking.
  mainFields: ['module', 'main'],
  minify: true,
  legalComments: 'none',
  alias: { '@aws-sdk/credential-provider-node': path.join(repositoryRoot, 'functions/runtime/env-credentials.ts') },
  plugins: [builtinsByCall],
} satisfies BuildOptions;
