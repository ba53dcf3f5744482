import { tableDefinition } from '#infra/definition/table.ts';
import type { Config, Stage } from '#infra/aws/config.ts';
import type { SynthesizedStack } from './assembly.ts';
import { reservedConcurrency } from './assembly.ts';
import type { Cloud } from './cloud.ts';

/** The obstacles to a deployment, and what a person should know before it; one sentence each. */
export type Findings = { readonly stops: readonly string[]; readonly notes: readonly string[] };

/** The concurrency that Lambda keeps free for functions that reserve none. */
const unreserved = 100;

/** The bootstrap that the templates of this CDK ask for. */
const leastBootstrap = 6;

type Plan = {
  readonly stage: Stage;
  readonly config: Config;
  readonly stacks: readonly SynthesizedStack[];
  /** Deploys although mails do not reach everybody: the only way before SES has verified the domain. */
  readonly withoutMail: boolean;
};

/** Asks AWS whether a stage can be deployed. Changes nothing. */
export async function preflight(cloud: Cloud, plan: Plan): Promise<Findings> {
  const account = await cloud.account();
  const foreign = foreignAccount(account, plan);
  // Nothing more is asked of AWS in an account that this stage is not meant for.
  if (foreign.stops.length > 0) return foreign;
  const found = await Promise.all([
    bootstrap(cloud, account, plan),
    concurrency(cloud, plan),
    mail(cloud, plan),
    certificate(cloud, plan),
    restoredTable(cloud, plan),
    onCall(cloud, plan),
    ...plan.stacks.map(({ name }) => stackState(cloud, name)),
  ]);
  return {
    stops: found.flatMap(({ stops }) => stops),
    notes: [...foreign.notes, ...found.flatMap(({ notes }) => notes)],
  };
}

const nothing: Findings = { stops: [], notes: [] };
const stop = (sentence: string): Findings => ({ stops: [sentence], notes: [] });
const note = (sentence: string): Findings => ({ stops: [], notes: [sentence] });

function foreignAccount(account: string, { stage, config }: Plan): Findings {
  if (config.account === undefined) return note(`${stage} names no account: it goes to the one signed in, ${account}.`);
  if (config.account === account) return nothing;
  return stop(`The credentials are of account ${account}, and ${stage} belongs to ${config.account}: sign in there.`);
}

async function bootstrap(cloud: Cloud, account: string, { config: { region } }: Plan): Promise<Findings> {
  const version = await cloud.bootstrapVersion();
  if (version !== undefined && version >= leastBootstrap) return nothing;
  return stop(
    `The account's CDK bootstrap is ${version === undefined ? 'missing' : 'too old'}: npx cdk bootstrap aws://${account}/${region}`,
  );
}

async function concurrency(cloud: Cloud, { stacks }: Plan): Promise<Findings> {
  const limit = await cloud.concurrency();
  const reserved = reservedConcurrency(stacks);
  const needed = reserved + unreserved;
  if (limit >= needed) return nothing;
  const sentence = `The account runs ${limit} functions at once, and ${needed} are needed: ask for more of Service Quotas L-B99A9384 (Lambda, concurrent executions).`;
  return reserved > 0 ? stop(sentence) : note(sentence);
}

async function mail(cloud: Cloud, { stage, config, withoutMail }: Plan): Promise<Findings> {
  const { domain } = config.mail;
  const [identity, reachesEverybody] = await Promise.all([cloud.mailDomain(domain), cloud.mailsEverybody()]);
  if (identity === 'absent')
    return note(`SES does not know ${domain} yet: this deployment adds it. Publish the DKIM records that it prints.`);
  const trouble = [
    ...(identity === 'unverified'
      ? [`SES has not verified ${domain}: publish its DKIM records (outputs of Data).`]
      : []),
    ...(reachesEverybody ? [] : ['SES mails verified addresses only: ask for production access.']),
  ];
  if (stage === 'dev' || withoutMail) return { stops: [], notes: trouble };
  return { stops: trouble.map((each) => `${each} Until then --without-mail deploys.`), notes: [] };
}

async function certificate(cloud: Cloud, { config: { domain, region } }: Plan): Promise<Findings> {
  if (!domain) return nothing;
  const { name, certificateArn } = domain;
  if (certificateArn.split(':')[3] !== region)
    return stop(`CloudFront takes certificates of ${region} only: domain.certificateArn is of another region.`);
  const found = await cloud.certificate(certificateArn);
  if (!found) return stop(`There is no certificate ${certificateArn}.`);
  if (found.status !== 'ISSUED')
    return stop(`The certificate of ${name} is ${found.status}, not ISSUED: publish its validation record.`);
  const wildcard = name.replace(/^[^.]+/, '*');
  return found.names.some((each) => each === name || each === wildcard)
    ? nothing
    : stop(`The certificate is for ${found.names.join(', ')}, not for ${name}.`);
}

/**
 * Checks the settings of a restored table: a restore brings back items and indexes only, and any other lack would show
 * days later.
 */
async function restoredTable(cloud: Cloud, { config }: Plan): Promise<Findings> {
  const { streamArn = '' } = config.restoredTable ?? {};
  const [, name = ''] = /:table\/([^/]+)/.exec(streamArn) ?? [];
  if (name === '') return nothing;
  const found = await cloud.table(name);
  if (!found) return stop(`There is no table ${name}: restoredTable in infra/aws/config.ts names it.`);
  const lacks = [
    ...(found.streamArn === streamArn && found.hasBothImages ? [] : ['the stream that restoredTable names']),
    ...(found.expiresBy === tableDefinition.ttlAttribute ? [] : [`expiry by ${tableDefinition.ttlAttribute}`]),
    ...(found.recovers ? [] : ['point-in-time recovery']),
    ...(found.isProtected ? [] : ['deletion protection']),
    ...tableDefinition.indexes.flatMap((index) =>
      found.indexes.includes(index.name) ? [] : [`the index ${index.name}`],
    ),
  ];
  if (lacks.length === 0) return nothing;
  return stop(`${name} lacks ${lacks.join(', ')}: infra/RUNBOOK.md, Table lost or wrong, step 3.`);
}

/** Checks that alarms reach a person. Before the first deployment there is no topic to subscribe to. */
async function onCall(cloud: Cloud, { stage, withoutMail }: Plan): Promise<Findings> {
  const topic = (await cloud.stack(`Satchel-${stage}-Workers`))?.outputs['AlarmTopicArn'];
  if (topic === undefined || (await cloud.subscribers(topic)) > 0) return nothing;
  const sentence = `Alarms reach nobody: subscribe who is on call to ${topic}, and confirm.`;
  return stage === 'prod' && !withoutMail ? stop(sentence) : note(sentence);
}

async function stackState(cloud: Cloud, name: string): Promise<Findings> {
  const status = (await cloud.stack(name))?.status ?? '';
  if (status.endsWith('_IN_PROGRESS') && status !== 'REVIEW_IN_PROGRESS')
    return stop(`${name} is ${status}: it is being deployed. Wait for it, then repeat.`);
  if (status.endsWith('_FAILED') && status !== 'DELETE_FAILED')
    return stop(`${name} is ${status}: continue its rollback in the CloudFormation console, then repeat.`);
  return nothing;
}
