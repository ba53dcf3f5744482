import { spawn } from 'node:child_process';
import path from 'node:path';

import type { Stage } from '#infra/aws/config.ts';
import { repositoryRoot } from '#infra/build/content-addressed-build.ts';
import { CommandFailure } from '../command-line/run-command.ts';

/** The CDK, as far as a deployment uses it. Every call may throw CommandFailure. */
export type Toolkit = {
  /** Writes the stacks of a stage into a folder. */
  synthesize(stage: Stage, folder: string): Promise<void>;
  /** Prints what a deployment of that folder would change. */
  diff(folder: string): Promise<void>;
  /** Deploys that folder, each stack after those that it needs; stops at the first that fails. */
  deploy(folder: string): Promise<void>;
  /** Deletes the stacks of that folder, the last one first. */
  destroy(folder: string): Promise<void>;
};

/** The CDK's own command, which prints as it goes. */
export const cdkCli: Toolkit = {
  synthesize: (stage, folder) => cdk('synth', '--quiet', '--context', `stage=${stage}`, '--output', folder),
  diff: (folder) => cdk('diff', '--all', '--app', folder),
  deploy: (folder) => cdk('deploy', '--all', '--app', folder, '--require-approval', 'never', '--progress', 'events'),
  destroy: (folder) => cdk('destroy', '--all', '--app', folder, '--force'),
};

async function cdk(...args: readonly string[]): Promise<void> {
  const tools = path.join(repositoryRoot, 'node_modules/.bin');
  const child = spawn(path.join(tools, 'cdk'), args, {
    cwd: repositoryRoot,
    // The app runs on the Node of the repository, as everything here.
    env: { ...process.env, PATH: `${tools}${path.delimiter}${process.env['PATH'] ?? ''}` },
    stdio: 'inherit',
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('exit', resolve);
  if ((await promise) !== 0) throw new CommandFailure(`cdk ${args[0]} failed: its own words are above.`);
}
