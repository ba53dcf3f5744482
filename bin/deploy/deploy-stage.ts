import type { Config, Stage } from '#infra/aws/config.ts';
import type { Clock } from '#functions/ports/clock.ts';
import { CommandFailure } from '../command-line/run-command.ts';
import type { SynthesizedStack } from './assembly.ts';
import type { Toolkit } from './cdk-cli.ts';
import type { Cloud } from './cloud.ts';
import { preflight } from './preflight.ts';
import { rememberTemplates, rollBack } from './roll-back.ts';
import type { Before } from './roll-back.ts';
import { smoke } from './smoke.ts';
import { ringingNow, silentAtFirst, watchHealth } from './watch-health.ts';

/** The means of a deployment. */
export type DeploymentNeeds = {
  readonly cloud: Cloud;
  readonly toolkit: Toolkit;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly say: (line: string) => void;
  readonly readAssembly: (folder: string) => readonly SynthesizedStack[];
  /** Asks a person to type a word; true when they did. */
  readonly confirm: (word: string) => Promise<boolean>;
};

/** The wishes of the person who deploys. */
export type DeploymentWish = {
  readonly stage: Stage;
  readonly config: Config;
  /** Folder for the synthesized stacks. */
  readonly folder: string;
  readonly onlyDiff: boolean;
  readonly withoutMail: boolean;
  readonly watchMinutes: number;
};

/** Maximum time for CloudFront's edges to learn of a deployment, in milliseconds. */
const patienceMs = 180_000;

/**
 * Deploys a stage: preflight, diff, deploy, smoke, and a watch over its alarms. Puts back what ran before when a step
 * after the diff fails. Throws CommandFailure, in one sentence, when the stage is not healthy at its end. Can be
 * repeated at any point: every step reads the present state.
 */
export async function deployStage(needs: DeploymentNeeds, wish: DeploymentWish): Promise<void> {
  const { cloud, toolkit, say } = needs;
  const { stage, folder } = wish;
  say(`1/6 Synthesize ${stage}`);
  await toolkit.synthesize(stage, folder);
  const stacks = needs.readAssembly(folder);

  say('2/6 Preflight: account, bootstrap, quota, mail, certificate, alarms, stacks');
  const { stops, notes } = await preflight(cloud, { ...wish, stacks });
  for (const each of notes) say(`    note: ${each}`);
  if (stops.length > 0) throw new CommandFailure(`${stage} cannot be deployed yet. ${stops.join(' ')}`);

  say('3/6 Diff');
  await toolkit.diff(folder);
  if (wish.onlyDiff) return;
  if (!(await needs.confirm(stage))) throw new CommandFailure('Nothing was deployed.');

  const before = await rememberTemplates(cloud, stacks);
  const rangBefore = new Set(await ringingNow(cloud, prefixOf(stage)));
  const putBack = (trouble: string): Promise<never> => giveUp(needs, { stacks, before, trouble });
  const orPutBack = <T>(step: Promise<T>): Promise<T> =>
    step.catch((thrown: unknown) => putBack(thrown instanceof Error ? thrown.message : 'A step failed.'));
  say(`4/6 Deploy ${stacks.length} stacks`);
  await orPutBack(toolkit.deploy(folder));

  say('5/6 Smoke: the home page, GET /api/user, GET /api/status');
  const origin = await orPutBack(originOf(cloud, stage));
  const troubles = await orPutBack(smoke(needs, origin, patienceMs));
  if (troubles.length > 0) await putBack(troubles.join(' '));

  const isFirst = !before.has(`${prefixOf(stage)}Functions`);
  say(isFirst ? '6/6 No watch: there are no keys of the providers yet' : `6/6 Watch for ${wish.watchMinutes} minutes`);
  const watch = {
    origin,
    alarmPrefix: prefixOf(stage),
    rangBefore,
    silentAtFirst: silentAtFirst(stacks, before),
    watchMs: wish.watchMinutes * 60_000,
  };
  const illness = isFirst ? [] : await orPutBack(watchHealth(needs, watch));
  if (illness.length > 0) await putBack(illness.join(' '));
  say(`${stage} is deployed: ${origin}`);
}

function prefixOf(stage: Stage): string {
  return `Satchel-${stage}-`;
}

/** Returns the site's origin under CloudFront's own name, which works before the site's name points there. */
async function originOf(cloud: Cloud, stage: Stage): Promise<string> {
  const web = await cloud.stack(`${prefixOf(stage)}Web`);
  const domain = web?.outputs['DistributionDomain'];
  if (domain === undefined) throw new CommandFailure(`${prefixOf(stage)}Web has no output DistributionDomain.`);
  return `https://${domain}`;
}

type Trouble = {
  readonly stacks: readonly SynthesizedStack[];
  readonly before: Before;
  readonly trouble: string;
};

/** Rolls back to the version before, and throws the reason. */
async function giveUp({ cloud, say }: DeploymentNeeds, { stacks, before, trouble }: Trouble): Promise<never> {
  if (before.size === 0)
    throw new CommandFailure(`${trouble} Nothing ran before, so it stays: mend it, and deploy again.`);
  say(`Not healthy: ${trouble}`);
  let done: readonly string[];
  try {
    done = await rollBack(cloud, stacks, before, say);
  } catch (failure) {
    const words = failure instanceof Error ? failure.message : 'no reason given';
    throw new CommandFailure(`${trouble} Putting back failed too (${words}): deploy the commit that ran before.`, {
      cause: failure,
    });
  }
  throw new CommandFailure(`${trouble} Put back as before: ${done.join(', ')}.`);
}
