import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createBridgecardIssuer } from '#functions/adapters/issuer/bridgecard/create-bridgecard-issuer.ts';
import { program } from '#functions/adapters/issuer/program.ts';
import { update } from '#functions/ports/store.ts';
import { systemClock } from '#functions/runtime/system-clock.ts';
import { defaultBuildDirectory } from '#infra/build/content-addressed-build.ts';
import { startIssuerSimulator } from '#infra/local/simulators/issuer/start-issuer-simulator.ts';
import { cents } from '#shared/money.ts';
import { openBench } from './open-bench.ts';
import { quartilesOf, type Quartiles } from './quartiles.ts';
import { findPostgres, startPostgres } from './start-postgres.ts';

/** Loads between two readings of the CPU, and before the first. */
const perRun = 20;
const warmUps = 150;

const issuerKeys = { accessToken: 'at_test_bench', secretKey: 'sk_test_bench', webhookSecret: 'whsec_bench' };

/** The CPU of a load in microseconds: ours, the bare calls of the table that it makes, and the peer's. */
export type Loads = { readonly ours: Quartiles; readonly floor: Quartiles; readonly peer: Quartiles };

/**
 * Loads a card many times in three ways by turns, in front of one simulated issuer. Returns undefined on a machine without
 * PostgreSQL. What the table, the database and the issuer spend is not counted: only the process that answers.
 */
export async function measureLoads(runs: number): Promise<Loads | undefined> {
  const bin = findPostgres();
  if (bin === undefined) return undefined;
  const peerFolder = installPeer();
  const simulator = await startIssuerSimulator({
    port: 0,
    ...issuerKeys,
    fundLimitSeconds: 0,
    readLimitSeconds: 0,
    minuteLimitSeconds: 0,
    transferDelayMs: 0,
    creationDelayMs: 0,
    verificationDelayMs: 0,
  });
  const issuer = {
    baseUrl: `${simulator.url}/v1/issuing/sandbox`,
    revealBaseUrl: `${simulator.url}/relay/v1/issuing/sandbox`,
    ...issuerKeys,
    holderIdentity: 'none' as const,
    program,
  };
  const [issuerCardId, peerCardId] = await makeCards(issuer, 2);
  const bench = await openBench();
  const { store, user, card } = bench;
  const wallet = await store.get('wallet', { userId: user.userId });
  if (!wallet) throw new Error('nobody has a wallet');
  await store.commit([
    update('wallet', wallet, { availableCents: cents(1_000_000_000) }),
    update('card', card, { issuerCardId: String(issuerCardId) }),
  ]);
  const postgres = await startPostgres(bin);
  const children: ChildProcess[] = [];
  const start = async (script: string, given: object, env: Record<string, string>): Promise<ChildProcess> => {
    const child = fork(script, [JSON.stringify(given)], { env: { PATH: process.env['PATH'] ?? '', ...env } });
    children.push(child);
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(`${script} ended`))),
    ]);
    return child;
  };
  try {
    createTables(bin, postgres.database.host);
    const event = bench.eventOf('cards.load', undefined, { params: { id: card.cardId }, body: { amount: 1 } });
    const us = await start(
      path.join(import.meta.dirname, 'answer-loads.ts'),
      { event, issuer },
      {
        AWS_REGION: 'eu-west-1',
        AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
        AWS_SECRET_ACCESS_KEY: 'of-nobody',
        AWS_ENDPOINT_URL: bench.address,
      },
    );
    const them = await start(
      path.join(peerFolder, 'peer.mjs'),
      {
        database: postgres.database,
        issuerUrl: issuer.baseUrl,
        issuerToken: issuerKeys.accessToken,
        secret: 'of-nobody',
        userId: user.userId,
        cardId: card.cardId,
        issuerCardId: peerCardId,
      },
      {},
    );
    const spent = async (child: ChildProcess, what: string, times: number): Promise<number> => {
      child.send({ what, times });
      const [microseconds] = (await once(child, 'message')) as [number];
      return microseconds;
    };
    const found = { ours: [] as number[], floor: [] as number[], peer: [] as number[] };
    const subjects = [
      ['ours', us],
      ['floor', us],
      ['peer', them],
    ] as const;
    for (const [what, child] of subjects) await spent(child, what, warmUps);
    for (let turn = 0; turn < runs; turn += 1) {
      for (const [what, child] of subjects) found[what].push(await spent(child, what, perRun));
    }
    return { ours: quartilesOf(found.ours), floor: quartilesOf(found.floor), peer: quartilesOf(found.peer) };
  } finally {
    for (const child of children) child.kill();
    await postgres.close();
    bench.close();
    await simulator.close();
  }
}

/** Installs the peer's two packages beside the builds, once; the product itself needs neither. Returns the folder. */
function installPeer(): string {
  const folder = path.join(defaultBuildDirectory, 'peer');
  mkdirSync(folder, { recursive: true });
  const from = path.join(import.meta.dirname, 'peer');
  for (const file of ['package.json', 'peer.mjs']) copyFileSync(path.join(from, file), path.join(folder, file));
  if (!existsSync(path.join(folder, 'node_modules/fastify')))
    execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  return folder;
}

function createTables(bin: string, host: string): void {
  const file = path.join(import.meta.dirname, 'peer/schema.sql');
  execFileSync(path.join(bin, 'psql'), [
    '-q',
    '-h',
    host,
    '-U',
    'peer',
    '-d',
    'postgres',
    '-v',
    'ON_ERROR_STOP=1',
    '-f',
    file,
  ]);
}

/** Registers a person with the issuer and has it make this many cards. */
async function makeCards(
  config: Omit<Parameters<typeof createBridgecardIssuer>[0], 'clock'>,
  count: number,
): Promise<string[]> {
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
  const issuer = createBridgecardIssuer({ ...config, clock: systemClock });
  const sendBeforeMs = Date.now() + 60_000;
  const named = {
    userId: 'usr_01M00000000000000000000001',
    firstname: 'Ada',
    lastname: 'Bench',
    email: 'ada@example.com',
  } as const;
  const holder = await issuer.registerCardholder({ ...named, sendBeforeMs });
  if (holder.outcome !== 'success') throw new Error(`no cardholder: ${JSON.stringify(holder)}`);
  const { holderId } = holder.value;
  const made: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const cardId = `crd_01M0000000000000000000000${number}` as const;
    await sleep(300);
    const order = {
      reference: `op_01M0000000000000000000000${number}` as const,
      cardId,
      holderId,
      label: 'Everyday',
      pin: '0042',
      fundingCents: cents(500),
      monthlySpendCents: cents(1_000_000),
      sendBeforeMs,
    };
    const ordered = await issuer.createCard(order);
    if (ordered.outcome !== 'success') throw new Error(`no card: ${JSON.stringify(ordered)}`);
    await sleep(300);
    const found = await issuer.findCard({ holderId, cardId });
    if (found.outcome !== 'success' || !found.value) throw new Error(`no card: ${JSON.stringify(found)}`);
    made.push(found.value.issuerCardId);
  }
  return made;
}
