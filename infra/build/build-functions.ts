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
 * Bundles every function in three esbuild runs (35 NodejsFunctions take 18 s, this a few): those that send mail, those
 * that send to queues and the others, so that the clients of SES and SQS are only where they are granted. The CDK app deploys the folders and the local gateway runs
 * them, so what is tested here is what runs there.
 * Without source maps: they are six times the code and would be most of the time of a build.
 */
export async function buildFunctions(
  definition: Pick<Definition, 'functions'>,
  outDir = path.join(defaultBuildDirectory, 'functions'),
): Promise<BuiltFunctions> {
  const groups = groupByGrant(definition.functions);
  const sourceFolders = new Set(definition.functions.map(({ entry }) => path.dirname(entry)));
  const directory = await contentAddressedBuild(
    outDir,
    {
      paths: ['functions', 'shared', 'infra/build', 'package-lock.json', ...sourceFolders],
      settings: groups,
    },
    async (draft) => {
      await Promise.all(groups.map((group) => runEsbuild({ ...lambdaBundleOptions, ...group, outdir: draft })));
    },
  );
  return { directory, folderOf: (functionId) => path.join(directory, functionId) };
}

/** Functions that are built in one run: the same services are cut out of them. */
type Group = { readonly define: Record<string, string>; readonly entryPoints: Record<string, string> };

function groupByGrant(functions: Definition['functions']): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { id, entry, grant } of functions) {
    const has = {
      MAY_MAIL: grant.mail ?? false,
      MAY_SEND: (grant.send ?? []).length > 0,
    };
    const cut = Object.entries(has).filter(([, isGranted]) => !isGranted);
    const key = cut.map(([name]) => name).join(' ');
    const group = groups.get(key) ?? {
      define: Object.fromEntries(cut.map(([name]) => [`process.env.${name}`, '"no"'])),
      entryPoints: {},
    };
    group.entryPoints[`${id}/index`] = entry;
    groups.set(key, group);
  }
  return [...groups.values()];
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
