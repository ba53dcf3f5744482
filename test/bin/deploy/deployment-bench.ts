import type { Config } from '#infra/aws/config.ts';
import type { SynthesizedStack } from '#bin/deploy/assembly.ts';
import type { Cloud, DeployedStack } from '#bin/deploy/cloud.ts';
import type { DeploymentNeeds, DeploymentWish } from '#bin/deploy/deploy-stage.ts';
import { filledConfig } from '../../infra/aws/synthesize.ts';

/** An account of AWS in memory, and everything that was done to it. */
export type Bench = {
  readonly needs: DeploymentNeeds;
  readonly wish: DeploymentWish;
  /** Every step in its order: what was said, run, or changed. */
  readonly steps: string[];
  readonly deployed: Map<string, DeployedStack & { readonly template: string }>;
  /** Alarms, each with the check at which it begins to ring. */
  readonly alarms: { name: string; description: string; fromLook: number }[];
  /** Paths that answer wrong while these templates run. */
  readonly broken: Map<string, number>;
  nowMs: number;
};

const template = (marker: string, more: SynthesizedStack['template']['Resources'] = {}) => ({
  Resources: { Marker: { Type: 'Test', Properties: { marker } }, ...more },
});

const logGroup = {
  Type: 'AWS::Logs::LogGroup',
  DeletionPolicy: 'RetainExceptOnCreate',
  Properties: { LogGroupName: '/aws/lambda/new' },
};

const hasher = { Type: 'AWS::Lambda::Function', Properties: { ReservedConcurrentExecutions: 50 } };

const alarm = (TreatMissingData: string) => ({ Type: 'AWS::CloudWatch::Alarm', Properties: { TreatMissingData } });

/** The stacks that a deployment of the bench brings. */
export const newStacks: readonly SynthesizedStack[] = [
  { name: 'Satchel-prod-Data', template: template('new') },
  { name: 'Satchel-prod-Web', template: template('new') },
  { name: 'Satchel-prod-Logs', template: template('new', { NewLogs: logGroup }) },
  {
    name: 'Satchel-prod-Functions',
    template: template('new', { Hasher: hasher, Silent: alarm('breaching'), Failing: alarm('notBreaching') }),
  },
];

/** Creates an account in which `prod` runs and is healthy, and the means for a new deployment to it. */
export function createBench(changes: {
  readonly cloud?: Partial<Cloud>;
  readonly toolkit?: Partial<DeploymentNeeds['toolkit']>;
  readonly wish?: Partial<DeploymentWish>;
  readonly config?: Partial<Config>;
  readonly isEmpty?: boolean;
}): Bench {
  const steps: string[] = [];
  const deployed: Bench['deployed'] = new Map();
  const outputs = { DistributionDomain: 'd111.cloudfront.net' };
  if (!changes.isEmpty) {
    for (const { name } of newStacks)
      deployed.set(name, { status: 'UPDATE_COMPLETE', outputs, template: JSON.stringify(template('old')) });
  }
  const alarms: Bench['alarms'] = [];
  const broken: Bench['broken'] = new Map();
  const config = { ...filledConfig('prod'), ...changes.config };
  let looks = 0;
  const bench = { steps, deployed, alarms, broken, nowMs: 1_764_000_000_000 } as Bench;
  const cloud: Cloud = {
    account: () => Promise.resolve('123456789012'),
    concurrency: () => Promise.resolve(1000),
    mailsEverybody: () => Promise.resolve(true),
    mailDomain: () => Promise.resolve('verified'),
    certificate: () => Promise.resolve({ status: 'ISSUED', names: ['*.satchel-cards.dev'] }),
    table: () => Promise.resolve(undefined),
    bootstrapVersion: () => Promise.resolve(28),
    stack: (name) => Promise.resolve(deployed.get(name)),
    template: (name) => Promise.resolve(deployed.get(name)?.template ?? ''),
    putBack: (name, text) => {
      steps.push(`put back ${name}`);
      deployed.set(name, { status: 'UPDATE_COMPLETE', outputs, template: text });
      return Promise.resolve();
    },
    ringing: () => {
      looks += 1;
      return Promise.resolve(alarms.filter(({ fromLook }) => looks >= fromLook));
    },
    subscribers: () => Promise.resolve(1),
    buckets: (name) => Promise.resolve(name.endsWith('Web') ? ['site', 'logs'] : []),
    emptyBucket: (name) => Promise.resolve(void steps.push(`empty ${name}`)),
    ...changes.cloud,
  };
  const needs: DeploymentNeeds = {
    cloud,
    toolkit: {
      synthesize: () => Promise.resolve(void steps.push('synth')),
      diff: () => Promise.resolve(void steps.push('diff')),
      deploy: () => {
        steps.push('deploy');
        for (const { name, template: text } of newStacks)
          deployed.set(name, { status: 'UPDATE_COMPLETE', outputs, template: JSON.stringify(text) });
        return Promise.resolve();
      },
      destroy: () => Promise.resolve(void steps.push('destroy')),
      ...changes.toolkit,
    },
    fetch: ((url: string) => Promise.resolve(answerTo(new URL(url).pathname, broken))) as unknown as typeof fetch,
    clock: {
      now: () => bench.nowMs,
      sleep: (ms) => Promise.resolve(void (bench.nowMs += ms)),
    },
    say: (line) => void steps.push(line),
    readAssembly: () => newStacks,
    confirm: () => Promise.resolve(true),
  };
  const wish: DeploymentWish = {
    stage: 'prod',
    config,
    folder: '/tmp/none',
    onlyDiff: false,
    withoutMail: false,
    watchMinutes: 10,
    ...changes.wish,
  };
  return Object.assign(bench, { needs, wish });
}

const answers: Readonly<Record<string, readonly [number, string, string]>> = {
  '/': [200, 'text/html', '<!doctype html><title>Satchel</title>'],
  '/api/user': [401, 'application/json; charset=utf-8', '{"code":"InvalidAccessToken"}'],
  '/api/status': [200, 'application/json; charset=utf-8', '{"parts":[]}'],
};

function answerTo(path: string, broken: ReadonlyMap<string, number>): Response {
  const [status, type, body] = answers[path] ?? [404, 'text/html', ''];
  return new Response(body, { status: broken.get(path) ?? status, headers: { 'content-type': type } });
}
