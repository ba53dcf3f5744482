import path from 'node:path';

import { contentAddressedBuild, defaultBuildDirectory } from '../../build/content-addressed-build.ts';
import { runEsbuild } from '../../build/run-esbuild.ts';

/**
 * Compiles worker.ts and returns the file. Node would strip its types as well, but in every new thread again, and that
 * alone takes longer than loading a whole function.
 */
export async function buildWorker(): Promise<string> {
  const inputs = { paths: ['infra/local/lambda', 'infra/build', 'package-lock.json'], settings: 'worker' };
  const directory = await contentAddressedBuild(path.join(defaultBuildDirectory, 'worker'), inputs, async (draft) => {
    await runEsbuild({
      entryPoints: [path.join(import.meta.dirname, 'worker.ts')],
      outfile: path.join(draft, 'worker.mjs'),
      bundle: true,
      platform: 'node',
      target: 'node24',
      format: 'esm',
    });
  });
  return path.join(directory, 'worker.mjs');
}
