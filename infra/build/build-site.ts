import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { contentAddressedBuild, defaultBuildDirectory, repositoryRoot } from './content-addressed-build.ts';

const buildScript = path.join(repositoryRoot, 'web/build.ts');

/**
 * Builds the site and returns the folder that becomes the bucket's content. `origin` is the site's own address
 * (`https://…`), where it is known before it is deployed. The build runs in a process of its own: Vite is 60 MB that
 * neither the local stack nor the CDK app should keep.
 */
export async function buildSite(origin?: string, outDir = path.join(defaultBuildDirectory, 'site')): Promise<string> {
  if (!existsSync(buildScript)) throw new Error('There is no web/build.ts to build the site with.');
  const inputs = {
    paths: ['web', 'shared', 'infra/build', 'infra/definition/site.ts', 'package-lock.json'],
    settings: { site: origin ?? '' },
  };
  return contentAddressedBuild(outDir, inputs, (directory) => runBuildScript(directory, origin));
}

async function runBuildScript(directory: string, origin: string | undefined): Promise<void> {
  const child = spawn(process.execPath, [buildScript, directory, ...(origin === undefined ? [] : [origin])], {
    cwd: repositoryRoot,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    }),
  ]);
  if (code !== 0) throw new Error(`The site does not build:\n${stdout}${stderr}`);
}
