/** The gateway process: site and API on one port, the control door on another, and everything that wakes functions. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';

import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';

import { securityHeadersFor } from '../../definition/site.ts';
import { tableDefinition } from '../../definition/table.ts';
import type { Definition, FunctionDefinition } from '../../definition/types.ts';
import { expireItems } from '../events/expire-items.ts';
import { startJobRunner } from '../events/job-runner.ts';
import type { Job } from '../events/job-runner.ts';
import { startQueueSource } from '../events/queue-source.ts';
import { createPulse, type Pulse } from '../events/pulse.ts';
import { createStreamCalls } from '../events/stream-calls.ts';
import { startStreamSource } from '../events/stream-source.ts';
import { createSlowestReader } from '../events/slowest-reader.ts';
import { trimStream } from '../events/trim-stream.ts';
import { createFunctionPool } from '../lambda/function-pool.ts';
import type { FunctionPool } from '../lambda/function-pool.ts';
import { openFunctionLogs } from '../lambda/function-logs.ts';
import { openVirtualClock } from '../lambda/virtual-clock.ts';
import { createSecretsManager } from '../stand-ins/secrets-manager.ts';
import { reportFailure, reportReady, superviseMe } from '../supervisor/supervised.ts';
import { openApiDocs } from './api-docs.ts';
import { createControlDoor } from './control-door.ts';
import { openExchangeLog } from './exchange-log.ts';
import { checkHealth } from './health.ts';
import { createFrontDoor } from './http-server.ts';
import { createRouteTable } from './route-table.ts';
import type { GatewayMessage, GatewaySettings, PartState } from './settings.ts';
import { openSiteFiles, readInlineHashes } from './site-files.ts';

/** Timeout for open requests when the stack stops, in milliseconds. */
const drainMs = 2_000;

const stops: (() => Promise<void>)[] = [];
let parts: readonly PartState[] = [];
let takeFunctions: (directory: string) => void = () => undefined;

superviseMe(async () => {
  await Promise.all(stops.map((stop) => stop()));
});
process.on('message', (message: GatewayMessage) => {
  if (message.kind === 'parts') parts = message.parts;
  if (message.kind === 'functions') takeFunctions(message.directory);
  if (message.kind === 'settings') serve(message.settings).catch(reportFailure);
});

async function serve(settings: GatewaySettings): Promise<void> {
  const { ports, endpoints, region, dataDirectory, simulators } = settings;
  const recordTo = process.env['RECORD_API'];
  const { definition } = (await import(settings.definitionModule)) as { definition: Definition };
  const clock = openVirtualClock(path.join(dataDirectory, 'clock.json'));
  let { functionsDirectory } = settings;
  const pulse = createPulse();
  const pool = createFunctionPool({
    functions: definition.functions,
    isTogether: settings.isTogether,
    onEnded: pulse.beat,
    folderOf: (functionId) => path.join(functionsDirectory, functionId),
    workerScript: settings.workerScript,
    variablesOf: (fn) => variablesOf(definition, fn, settings),
    region,
    clock: clock.memory,
    logs: openFunctionLogs(path.join(dataDirectory, 'logs'), (line) => console.error(line)),
  });
  takeFunctions = (directory) => {
    const before = functionsDirectory;
    functionsDirectory = directory;
    const bundle = (folder: string, id: string) => readFileSync(path.join(folder, id, 'index.mjs'));
    pool.renew(
      definition.functions.map(({ id }) => id).filter((id) => !bundle(before, id).equals(bundle(directory, id))),
    );
  };
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const dynamodb = new DynamoDBClient({ endpoint: endpoints.dynamodb, region, credentials });
  const sqs = new SQSClient({ endpoint: endpoints.sqs, region, credentials });
  const expireSome = expireItems(dynamodb, expiringTable(settings));
  const expire: Job = {
    name: 'expire-items',
    expression: 'rate(1 minute)',
    run: async () => ({
      ok: true,
      result: { expired: await expireSome(clock.now()) },
    }),
  };
  const jobs = startJobRunner([...jobsOf(definition, pool, clock.now), expire], clock.now);
  const site = openSiteFiles(settings.siteDirectory);
  const routes = createRouteTable(definition.functions);
  const frontDoor = createFrontDoor({
    routes,
    pool,
    site,
    now: clock.now,
    port: ports.site,
    headers: securityHeadersFor(readInlineHashes(settings.siteDirectory), [
      new URL(settings.resources.issuerBaseUrl).origin,
    ]),
    docs: openApiDocs(),
    record: recordTo === undefined || recordTo === '' ? undefined : openExchangeLog(recordTo),
  });
  const addresses = {
    gateway: `http://127.0.0.1:${ports.site}`,
    dynamodb: endpoints.dynamodb,
    sqs: endpoints.sqs,
    mail: endpoints.mail,
    ...simulators,
  };
  const controlDoor = createControlDoor({
    jobs,
    clock,
    followers: simulators,
    outside: ['payments', 'issuer'].filter((name) => !(name in simulators)),
    health: () => checkHealth(addresses, parts, pool.size()),
  });
  const secretsManager = createSecretsManager(readSecrets(settings), region);
  await Promise.all([
    listen(secretsManager, ports.secrets),
    listen(controlDoor, ports.control),
    listen(frontDoor, ports.site),
  ]);
  const sources = [
    ...startQueueSources(definition, settings, pool, sqs),
    ...startStreamSources(definition, settings, { pool, pulse }, dynamodb),
  ];
  stops.push(async () => {
    jobs.stop();
    for (const source of sources) source.stop();
    frontDoor.close();
    frontDoor.closeIdleConnections();
    await pool.stop(drainMs);
  });
  reportReady(`http://127.0.0.1:${ports.site}`);
  await pool.warm(settings.warm);
}

function variablesOf(
  definition: Definition,
  fn: FunctionDefinition,
  { resources, demoAdminEmail, endpoints, ports }: GatewaySettings,
): Record<string, string> {
  return {
    ...definition.environmentOf(fn, resources),
    ...(demoAdminEmail === undefined ? {} : { DEMO_ADMIN_EMAIL: demoAdminEmail }),
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_SESV2: endpoints.mail,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${ports.secrets}`,
  };
}

/**
 * Time ahead that a job started by hand also covers, in milliseconds: its caller wants work done now that is due within
 * 15 minutes.
 */
const lookAheadMs = 15 * 60_000;

function jobsOf(definition: Definition, pool: FunctionPool, now: () => number): Job[] {
  return definition.functions.flatMap(({ id, trigger }) => {
    if (trigger.kind !== 'schedule') return [];
    const run: Job['run'] = async (wish) => {
      const outcome = await pool.invoke(id, wish ? { aheadMs: lookAheadMs, ...wish } : scheduledEvent(id, now()));
      if (outcome.kind === 'failed') return { ok: false, result: outcome.error };
      return { ok: true, result: JSON.parse(outcome.payload) as unknown };
    };
    return [{ name: id.replace(/^job\./, ''), expression: trigger.expression, run }];
  });
}

function startQueueSources(
  definition: Definition,
  { resources, region }: GatewaySettings,
  pool: FunctionPool,
  client: SQSClient,
): { stop: () => void }[] {
  return definition.functions.flatMap(({ id, trigger }) => {
    if (trigger.kind !== 'queue') return [];
    const queueUrl = resources.queueUrls[trigger.queue];
    const queue = definition.queues[trigger.queue];
    if (queueUrl === undefined || !queue) throw new Error(`${id} reads from ${trigger.queue}, which is not defined.`);
    return [
      startQueueSource({
        ...trigger,
        client,
        pool,
        functionId: id,
        queueUrl,
        queueArn: `arn:aws:sqs:${region}:000000000000:${trigger.queue}`,
        region,
        visibilityTimeoutSeconds: queue.visibilityTimeoutSeconds,
        onError: (line) => console.error(line),
      }),
    ];
  });
}

function startStreamSources(
  definition: Definition,
  { resources: { tableName }, endpoints, dataDirectory }: GatewaySettings,
  running: { readonly pool: FunctionPool; readonly pulse: Pulse },
  client: DynamoDBClient,
): { stop: () => void }[] {
  const readers = definition.functions.flatMap(({ id, trigger }) => (trigger.kind === 'stream' ? [id] : []));
  const forget = forgetter(path.join(dataDirectory, 'dynamodb.sqlite'), tableName);
  const forgetAfter = createSlowestReader(readers, forget);
  return definition.functions.flatMap(({ id, trigger }) => {
    if (trigger.kind !== 'stream') return [];
    return [
      startStreamSource({
        ...trigger,
        ...running,
        functionId: id,
        calls: createStreamCalls(endpoints.dynamodb),
        findStream: async () =>
          (await client.send(new DescribeTableCommand({ TableName: tableName }))).Table?.LatestStreamArn,
        checkpointFile: path.join(dataDirectory, `stream-${id}.json`),
        onWorkedOn: (sequenceNumber) => forgetAfter(id, sequenceNumber),
        onError: (line) => console.error(line),
      }),
    ];
  });
}

/**
 * Returns a function that trims the stream, at most once a second. A trim that meets a write of the engine fails; the
 * next one will do.
 */
function forgetter(databaseFile: string, tableName: string): (workedOn: string) => void {
  let trimmedAtMs = 0;
  return (workedOn) => {
    if (performance.now() - trimmedAtMs < 1_000) return;
    trimmedAtMs = performance.now();
    try {
      trimStream(databaseFile, tableName, workedOn);
    } catch {
      // Only the engine's speed depends on trimming.
    }
  };
}

function expiringTable({ resources }: GatewaySettings): Parameters<typeof expireItems>[1] {
  const { partitionKey, sortKey, ttlAttribute } = tableDefinition;
  return { tableName: resources.tableName, keyNames: [partitionKey, sortKey], ttlAttribute };
}

function readSecrets({ dataDirectory, resources }: GatewaySettings): ReadonlyMap<string, string> {
  const values = JSON.parse(readFileSync(path.join(dataDirectory, 'secrets.json'), 'utf8')) as Record<string, unknown>;
  return new Map(Object.entries(resources.secretIds).map(([name, id]) => [id, JSON.stringify(values[name])]));
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, resolve);
  });
}

/** The event that EventBridge Scheduler sends when a schedule names no input of its own. */
function scheduledEvent(functionId: string, now: number): Record<string, unknown> {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    account: '000000000000',
    time: new Date(now).toISOString().replace(/\.\d+Z$/, 'Z'),
    region: 'local',
    resources: [`arn:aws:scheduler:local:000000000000:schedule/default/${functionId.replaceAll('.', '-')}`],
    detail: '{}',
  };
}
