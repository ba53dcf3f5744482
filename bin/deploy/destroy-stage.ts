import type { Config, Stage } from '#infra/aws/config.ts';
import { CommandFailure } from '../command-line/run-command.ts';
import type { DeploymentNeeds } from './deploy-stage.ts';

type Needs = Pick<DeploymentNeeds, 'cloud' | 'toolkit' | 'say' | 'readAssembly' | 'confirm'>;

/**
 * Deletes everything of a disposable stage. Throws CommandFailure for any other stage and in any account but its own.
 * Can be repeated: missing parts are skipped.
 */
export async function destroyStage(
  { cloud, toolkit, say, readAssembly, confirm }: Needs,
  { stage, config, folder }: { readonly stage: Stage; readonly config: Config; readonly folder: string },
): Promise<void> {
  if (!config.isDisposable) throw new CommandFailure(`${stage} is kept: nothing deletes it at once.`);
  const account = await cloud.account();
  if (config.account !== undefined && config.account !== account)
    throw new CommandFailure(`The credentials are of account ${account}, and ${stage} belongs to ${config.account}.`);
  say(`1/3 Synthesize ${stage}`);
  await toolkit.synthesize(stage, folder);
  if (!(await confirm(`${stage} ${account}`))) throw new CommandFailure('Nothing was deleted.');
  say('2/3 Empty the buckets: CloudFormation deletes no bucket that holds a file');
  for (const { name } of readAssembly(folder)) {
    if ((await cloud.stack(name)) === undefined) continue;
    for (const bucket of await cloud.buckets(name)) {
      say(`    ${bucket}`);
      await cloud.emptyBucket(bucket);
    }
  }
  say('3/3 Delete the stacks');
  await toolkit.destroy(folder);
  say(`${stage} is gone.`);
}
