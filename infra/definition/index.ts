import { receivesMax } from '#shared/contract/dead-letters.ts';
import { routes, type Route, type RouteId } from '#shared/contract/index.ts';
import { jobGrants, routeGrants, streamGrants, workerGrants } from './grants.ts';
import type { Definition, FunctionDefinition, QueueDefinition, Resources, Trigger } from './types.ts';

const webhookQueue: QueueDefinition = {
  // Six times the worker's time-out, as AWS asks, so that a message is never worked on twice because of a slow run.
  visibilityTimeoutSeconds: 180,
  // A provider's outage of a day: a failed message comes back after 30 s, then twice as late, at most every 15 minutes.
  maxReceiveCount: receivesMax,
  retentionDays: 4,
  deadLetterRetentionDays: 14,
};

/** The queues, by name. */
export const queues = {
  'payment-events': webhookQueue,
  'issuer-events': webhookQueue,
} as const satisfies Record<string, QueueDefinition>;

/** The schedule of each job. */
const schedules: Record<keyof typeof jobGrants, string> = {
  'sweep-operations': 'rate(1 minute)',
  'remind-people': 'rate(5 minutes)',
  'catch-up-cards': 'rate(1 minute)',
  'poll-deposits': 'rate(1 minute)',
  'read-float': 'rate(5 minutes)',
  'mark-returned-mails': 'rate(15 minutes)',
  'pay-referrals': 'rate(1 hour)',
  'close-books': 'rate(1 hour)',
  'erase-accounts': 'rate(1 hour)',
  reconcile: 'rate(1 hour)',
  // The job begins once a night and continues in each run until it has seen everybody; most runs find nothing left to
  // do.
  'reconcile-fully': 'rate(15 minutes)',
  'rebuild-aggregates': 'cron(0 3 * * ? *)',
};

/** Timeout of a job that needs more than a minute, in seconds. */
const jobTimeoutsSeconds: Partial<Record<keyof typeof jobGrants, number>> = {
  'close-books': 900,
  'erase-accounts': 900,
  reconcile: 900,
  'reconcile-fully': 900,
  'rebuild-aggregates': 900,
};

/** Number of runs side by side, for pollers: as many as their list of due items has shards (test/infra/definition). */
const sides: Partial<Record<keyof typeof jobGrants, number>> = { 'catch-up-cards': 4, 'poll-deposits': 4 };

/** Routes that hash passwords get more memory: on Lambda memory is CPU, and argon2id is all CPU. */
const hashing: ReadonlySet<RouteId> = new Set([
  'auth.register',
  'auth.login',
  'auth.prove',
  'auth.reset-password',
  'user.update-password',
]);

/** The construct id and bundle name of a route. */
function endpoint(id: RouteId): FunctionDefinition {
  const route: Route = routes[id];
  return {
    id,
    entry: `functions/api/${id.replace('.', '/')}.ts`,
    memoryMb: hashing.has(id) ? 1024 : 512,
    timeoutSeconds: 29,
    trigger: { kind: 'http', method: route.method, path: `/api${route.path}` },
    grant: routeGrants[id],
  };
}

const endpoints = (Object.keys(routeGrants) as RouteId[]).map(endpoint);

/** Answers every address without a route in the API's own error shape instead of the gateway's. */
const notFound: FunctionDefinition = {
  id: 'api.not-found',
  entry: 'functions/runtime/not-found.ts',
  memoryMb: 256,
  timeoutSeconds: 5,
  trigger: { kind: 'http', method: 'ANY', path: '/api/{proxy+}' },
  grant: {},
};

const workers = (Object.keys(workerGrants) as (keyof typeof workerGrants)[]).map((name): FunctionDefinition => ({
  id: `worker.${name}`,
  entry: `functions/workers/${name}.ts`,
  memoryMb: 512,
  timeoutSeconds: 30,
  trigger: { kind: 'queue', queue: name, batchSize: 10, maxConcurrency: 10 },
  grant: workerGrants[name],
}));

/** The changes that wake each worker on the stream, and where it begins. */
const streams: Record<
  keyof typeof streamGrants,
  Pick<Extract<Trigger, { readonly kind: 'stream' }>, 'newEntities' | 'changedEntities' | 'startsAt'>
> = {
  aggregates: {
    newEntities: ['user', 'journal', 'reward', 'cardTransaction'],
    changedEntities: [],
    startsAt: 'oldest',
  },
  notifications: {
    newEntities: ['audit'],
    changedEntities: ['card', 'deposit', 'wallet', 'referralAccount', 'case'],
    // A first deployment must not mail people about yesterday.
    startsAt: 'latest',
  },
};

const streamWorkers = (Object.keys(streamGrants) as (keyof typeof streamGrants)[]).map((name): FunctionDefinition => ({
  id: `worker.${name}`,
  entry: `functions/workers/${name}.ts`,
  memoryMb: 512,
  timeoutSeconds: 60,
  trigger: {
    kind: 'stream',
    batchSize: 100,
    windowSeconds: 1,
    // A short outage of the database, of half a minute and more, must not make the stream give up.
    maxAttempts: 10,
    ...streams[name],
    deadLetterRetentionDays: 14,
  },
  grant: streamGrants[name],
}));

const jobs = (Object.keys(jobGrants) as (keyof typeof jobGrants)[]).map((name): FunctionDefinition => ({
  id: `job.${name}`,
  entry: `functions/jobs/${name}.ts`,
  memoryMb: 512,
  timeoutSeconds: jobTimeoutsSeconds[name] ?? 55,
  trigger: { kind: 'schedule', expression: schedules[name], ...(sides[name] ? { sides: sides[name] } : {}) },
  grant: jobGrants[name],
}));

/** True for a function without a caller, and for a route that calls a provider. */
function measuresSomething({ trigger, grant }: FunctionDefinition): boolean {
  return trigger.kind !== 'http' || (grant.secrets ?? []).some((secret) => secret !== 'session');
}

/** The environment of one function: only what its grant needs, so that a missing grant is seen at once. */
export function environmentOf(fn: FunctionDefinition, resources: Resources): Record<string, string> {
  const { grant } = fn;
  const environment: Record<string, string> = { FUNCTION_ID: fn.id, SITE_URL: resources.siteUrl };
  if (measuresSomething(fn)) environment['METRICS_NAMESPACE'] = resources.metricsNamespace;
  if (grant.table) environment['TABLE_NAME'] = resources.tableName;
  if (grant.erasures) environment['ERASURES_TABLE_NAME'] = resources.erasuresTableName;
  if (grant.mail) environment['MAIL_FROM'] = resources.mailFrom;
  for (const secret of grant.secrets ?? []) {
    environment[`${secret.toUpperCase()}_SECRET_ID`] = resources.secretIds[secret];
  }
  if (grant.secrets?.includes('payments')) {
    environment['PAYMENTS_BASE_URL'] = resources.paymentsBaseUrl;
    environment['PAYMENTS_PAY_ORIGINS'] = resources.paymentsPayOrigins;
    environment['PAYMENTS_PROFILE'] = resources.paymentsProfile;
  }
  if (grant.secrets?.includes('issuer')) {
    environment['ISSUER_BASE_URL'] = resources.issuerBaseUrl;
    environment['ISSUER_REVEAL_BASE_URL'] = resources.issuerRevealBaseUrl;
  }
  if (grant.floatFloor) environment['FLOAT_FLOOR_CENTS'] = resources.floatFloorCents;
  if (grant.deadLetters) {
    for (const [queue, url] of Object.entries(resources.deadLetterUrls)) {
      environment[`${queue.toUpperCase().replaceAll('-', '_')}_DEAD_LETTERS_URL`] = url;
    }
  }
  if (fn.trigger.kind === 'queue') environment['QUEUE_URL'] = resources.queueUrls[fn.trigger.queue] ?? '';
  for (const queue of grant.send ?? []) {
    const url = resources.queueUrls[queue];
    if (url === undefined) throw new Error(`${fn.id} sends to a queue that is not defined: ${queue}`);
    environment[`${queue.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`] = url;
  }
  return environment;
}

/** The whole product, as the CDK app deploys it and the local stack runs it. */
export const definition: Definition = {
  functions: [...endpoints, notFound, ...workers, ...streamWorkers, ...jobs],
  queues,
  environmentOf,
};
