import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

import { buildFunctions } from '../../build/build-functions.ts';
import { buildTogether } from '../../build/build-together.ts';
import type { Definition, Resources } from '../../definition/types.ts';
import { buildWorker } from '../lambda/build-worker.ts';
import type { GatewayMessage, GatewaySettings } from '../gateway/settings.ts';
import { openDataDirectory } from './data-directory.ts';
import { expectSameEngine, findDynamodbEngine } from './dynamodb-engine.ts';
import { readLocalSecrets } from './local-secrets.ts';
import { choosePorts, claimSitePort } from './ports.ts';
import { openProcessLedger } from './process-ledger.ts';
import { provisionQueues, provisionTable } from './provision.ts';
import { announce, describeServices } from './services.ts';
import type { Services } from './services.ts';
import { inspectorAddress, startParts } from './stack-parts.ts';
import type { Simulators, StackParts } from './stack-parts.ts';
import { erasuresTable, type StackSettings } from './stack-settings.ts';
import { watchFolders } from './watch-folders.ts';
import { watchFunctions } from './watch-functions.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** The region of the stand-ins; nothing depends on which. */
const region = 'us-east-1';

/** The product that the stack runs. Tests run another product on the same machinery. */
export type StackOptions = {
  readonly settings: StackSettings;
  /** A file that exports `definition`. */
  readonly definitionModule: string;
  readonly simulators: Simulators;
  /** Builds the site and returns its folder. */
  readonly buildSite: () => Promise<string>;
  /** The port of a server that stands before the gateway and serves the site; without one the gateway does. */
  readonly sitePort?: number;
  /** Fills a new stack over HTTP; it is given the path of services.json. */
  readonly seedScript: string;
  /** The functions that the seed script calls first, in this order: loading them takes most of the script's time. */
  readonly seedFunctions?: readonly string[];
};

/** A stack that is ready. */
export type RunningStack = {
  readonly services: Services;
  readonly stop: () => Promise<void>;
  readonly kill: () => void;
};

/**
 * Starts everything and resolves when it is ready. `onStoppable` gets the way to stop as soon as there is something to
 * stop, so that a signal during the start leaves nothing behind.
 */
export async function runStack(
  options: StackOptions,
  onStoppable: (stack: Pick<RunningStack, 'stop' | 'kill'>) => void,
): Promise<RunningStack> {
  const begun = performance.now();
  const { settings, definitionModule } = options;
  const simulators = simulatorsOf(options);
  const data = openDataDirectory(settings.dataDirectory);
  const engine = findDynamodbEngine(process.env['DYNAMODB_ENGINE']);
  expectSameEngine(data, engine);
  mkdirSync(data.file('logs'), { recursive: true, mode: 0o700 });
  rmSync(data.file('services.json'), { force: true });
  const ledger = await openProcessLedger(data.file('processes.json'));
  await claimSitePort(settings.port);
  const ports = await choosePorts(data.file('ports.json'), settings.port);
  const isFirstStart = !existsSync(data.file('secrets.json'));
  const secrets = readLocalSecrets(data.file('secrets.json'));
  const described = describeServices(ports, secrets, settings, options.sitePort);

  let gatewaySettings: GatewaySettings | undefined;
  const settingsMessage = (): GatewayMessage[] =>
    gatewaySettings ? [{ kind: 'settings', settings: gatewaySettings }] : [];
  const parts = startParts({
    dataDirectory: data.directory,
    engine,
    ports,
    secrets,
    services: described,
    simulators,
    ledger,
    isDebugging: settings.isDebugging,
    onGatewayStart: (send) => settingsMessage().forEach(send),
  });
  let stopWatching = (): void => undefined;
  const stoppable = {
    stop: () => {
      stopWatching();
      return stopParts(parts, data.release);
    },
    kill: () => parts.all.forEach((part) => part.kill()),
  };
  onStoppable(stoppable);

  const { definition } = (await import(pathToFileURL(definitionModule).href)) as { definition: Definition };
  const { tableName } = settings;
  const build = () =>
    settings.isTogether
      ? buildTogether(definition)
      : buildFunctions(definition, settings.isDebugging ? { isReadable: true } : {});
  const [built, workerScript, siteDirectory, queueUrls] = await Promise.all([
    build(),
    buildWorker(),
    options.buildSite(),
    parts.sqs.started.then(() => provisionQueues(described.sqs, region, definition.queues)),
    parts.dynamodb.started.then(() => provisionTable(described.dynamodb, region, tableName)),
    parts.dynamodb.started.then(() => provisionTable(described.dynamodb, region, erasuresTable, { hasStream: false })),
  ]);
  gatewaySettings = {
    definitionModule: pathToFileURL(definitionModule).href,
    functionsDirectory: built.directory,
    isTogether: settings.isTogether,
    workerScript,
    siteDirectory,
    warm: isFirstStart && settings.seed === 'demo' ? (options.seedFunctions ?? []) : [],
    dataDirectory: data.directory,
    region,
    ports: { site: settings.port, control: ports.control, secrets: ports.secrets },
    resources: describeResources({ tableName, erasuresTableName: erasuresTable }, queueUrls, described, settings),
    demoAdminEmail: described.demo?.admin.email,
    endpoints: { dynamodb: described.dynamodb, sqs: described.sqs, mail: described.mail },
    simulators: {
      ...(simulators.payments !== undefined && { payments: described.payments }),
      ...(simulators.issuer !== undefined && { issuer: described.issuer }),
    },
  };
  settingsMessage().forEach((message) => parts.gateway.send(message));
  await Promise.all(parts.all.map((part) => part.started));

  const pids = Object.fromEntries(parts.all.map((part) => [part.name, part.pid() ?? 0]));
  const services: Services = { ...described, pids: { supervisor: process.pid, ...pids } };
  writeFileAtomically(data.file('services.json'), `${JSON.stringify(services, null, 2)}\n`);
  if (settings.seed === 'demo') await seed(options.seedScript, data.file('services.json'));
  const inspector = settings.isDebugging ? [`  Inspector   ${inspectorAddress}  (chrome://inspect)`] : [];
  console.log(announce(services, performance.now() - begun, data.directory, inspector));
  if (settings.isWatching) {
    const stopWatchingFunctions = watchFunctions(build, ({ directory }) => {
      if (!gatewaySettings || gatewaySettings.functionsDirectory === directory) return;
      gatewaySettings = { ...gatewaySettings, functionsDirectory: directory };
      parts.gateway.send({ kind: 'functions', directory } satisfies GatewayMessage);
    });
    // A simulator keeps its data when it is killed, and is started again at once.
    const stopWatchingSimulators = Object.entries(simulators).map(([name, script]) =>
      watchFolders([path.dirname(script)], () => {
        console.log(`changed: the ${name} simulator`);
        parts.all.find((part) => part.name === name)?.kill();
      }),
    );
    stopWatching = () => [stopWatchingFunctions, ...stopWatchingSimulators].forEach((stop) => stop());
  }
  return { services, ...stoppable };
}

/** Leaves out the simulators of providers that run elsewhere. */
function simulatorsOf({ simulators, settings }: StackOptions): Partial<Simulators> {
  const { outside } = settings;
  return {
    ...(outside.payments === undefined && { payments: simulators.payments }),
    ...(outside.issuer === undefined && { issuer: simulators.issuer }),
  };
}

function describeResources(
  tables: Pick<Resources, 'tableName' | 'erasuresTableName'>,
  queueUrls: Record<string, string>,
  { site, payments, issuer }: Pick<Services, 'site' | 'payments' | 'issuer'>,
  { outside }: StackSettings,
): Resources {
  return {
    ...tables,
    queueUrls,
    deadLetterUrls: Object.fromEntries(Object.entries(queueUrls).map(([name, url]) => [name, `${url}-dlq`])),
    secretIds: { session: 'satchel/session', payments: 'satchel/payments', issuer: 'satchel/issuer' },
    siteUrl: site,
    mailFrom: 'Satchel <no-reply@satchel.test>',
    paymentsBaseUrl: payments,
    // The providers' own pay pages lie beside their APIs: api.cryptomus.com, pay.cryptomus.com.
    paymentsPayOrigins: new URL(payments).origin.replace('//api.', '//pay.'),
    paymentsProfile: payments.includes('//api.heleket.com') ? 'heleket' : 'cryptomus',
    issuerBaseUrl: outside.issuer?.api ?? `${issuer}/v1/issuing`,
    // The simulator's wallet begins with a million dollars.
    floatFloorCents: '100000',
    metricsNamespace: 'Satchel/local',
    issuerRevealBaseUrl: outside.issuer?.reveal ?? `${issuer}/relay/v1/issuing`,
  };
}

/** The gateway first, so that what is under way still finds its database; then everything else. */
async function stopParts(parts: StackParts, release: () => void): Promise<void> {
  const { gateway, dynamodb, all } = parts;
  await gateway.stop();
  await Promise.all(all.filter((part) => part !== gateway && part !== dynamodb).map((part) => part.stop()));
  await dynamodb.stop();
  release();
}

/** Timeout of the demo's script, in milliseconds: much longer than it needs beside ten other things. */
const seedWithinMs = 300_000;

/** The demo is a convenience: a stack without it still runs, and says why there is none. */
async function seed(script: string, servicesFile: string): Promise<void> {
  const child = spawn(process.execPath, [script, servicesFile], { stdio: ['ignore', 'ignore', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), seedWithinMs);
  const [errors, code] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>((resolve) => {
      child.once('close', resolve);
    }),
  ]);
  clearTimeout(timer);
  if (code === 0) return;
  const why = errors.trim() || 'it took too long';
  console.error(`The demo could not be seeded by ${path.basename(script)}: ${why}`);
}
