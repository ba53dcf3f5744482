import { Stack, Tags, Validations } from 'aws-cdk-lib';
import type { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

import { ApiStack } from './api-stack.ts';
import { BackupStack } from './backup-stack.ts';
import { completeConfig } from './complete-config.ts';
import { DataStack } from './data-stack.ts';
import type { Deployment } from './deployment.ts';
import { FunctionsStack } from './functions-stack.ts';
import { SiteStack } from './site-stack.ts';
import { WatchStack } from './watch-stack.ts';
import { WebStack } from './web-stack.ts';
import { WorkerStack } from './worker-stack.ts';

/** The stacks of one stage, in the order in which they are deployed. */
export type Stacks = {
  readonly data: DataStack;
  readonly web: WebStack;
  readonly workers: WorkerStack;
  /** The log groups of the routes: with them the stack of the functions would hold too much. */
  readonly logs: Stack;
  readonly functions: FunctionsStack;
  readonly api: ApiStack;
  readonly site: SiteStack;
  /** Backups and exports, of a stage whose data would be missed. */
  readonly backups?: BackupStack;
  /** The dashboard and the budget: nothing else needs it. */
  readonly watch: WatchStack;
};

/**
 * Adds the whole product to an app. Synthesis fails on a placeholder in the configuration of a stage that people rely on,
 * and on a finding of cdk-nag that nobody gave a reason for.
 */
export function addStacks(app: App, deployment: Deployment): Stacks {
  const { stage, artifacts } = deployment;
  const config = completeConfig(stage, deployment.config);
  const name = (part: string): string => `Satchel-${stage}-${part}`;
  const env = { region: config.region, ...(config.account !== undefined && { account: config.account }) };
  const isKept = !config.isDisposable;

  const data = new DataStack(app, name('Data'), { env, stage, config, terminationProtection: isKept });
  const web = new WebStack(app, name('Web'), {
    env,
    config,
    originSecret: data.secrets.origin,
    siteFunction: artifacts.siteFunction,
    inlineHashes: artifacts.inlineHashes,
    terminationProtection: isKept,
  });
  const workers = new WorkerStack(app, name('Workers'), { env, deployment, data, web });
  const foundations = { data, web, queues: workers.queues };
  const logs = new Stack(app, name('Logs'), { env });
  const functions = new FunctionsStack(app, name('Functions'), { env, deployment, foundations, logs });
  const api = new ApiStack(app, name('Api'), { env, deployment, foundations, alarmTopic: workers.alarmTopic });
  // The routes name the functions and import nothing of them.
  api.addStackDependency(functions);
  const site = new SiteStack(app, name('Site'), {
    env,
    config,
    bucket: web.bucket,
    distribution: web.distribution,
    siteFolder: artifacts.siteFolder,
  });
  site.addStackDependency(api);

  const backups = isKept
    ? new BackupStack(app, name('Backups'), { env, stage, config, data, workers, artifacts })
    : undefined;
  const watch = new WatchStack(app, name('Watch'), { env, stage, config, foundations });

  Tags.of(app).add('product', 'satchel');
  Tags.of(app).add('stage', stage);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { data, web, workers, logs, functions, api, site, ...(backups && { backups }), watch };
}
