/**
 * Loads a card over and over, by turns with the bare calls of the table that a load makes: `answer-loads.ts <given>`, with a
 * channel. Answers `{ what, times }` with the CPU of one in microseconds. The calls are the same, the table only says yes.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import {
  createBridgecardIssuer,
  type BridgecardConfig,
} from '#functions/adapters/issuer/bridgecard/create-bridgecard-issuer.ts';
import { createKeys } from '#functions/adapters/keys/keys.ts';
import { handler } from '#functions/api/cards/load.ts';
import { silentLog } from '#functions/ports/log.ts';
import type { Services } from '#functions/ports/services.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { systemClock } from '#functions/runtime/system-clock.ts';
import { meteredTableName } from '#test/cost/metered-client.ts';
import { sessionSecret } from '#test/support/test-keys.ts';
import { bareCallsOf } from './bare-calls.ts';
import { dryPath } from './serve-stage.ts';

const { event, issuer } = JSON.parse(process.argv[2] ?? '') as {
  readonly event: APIGatewayProxyEventV2;
  readonly issuer: Omit<BridgecardConfig, 'clock'>;
};

const client = createDocumentClient();
const random = createRandom(systemClock);
const answer = handler.using({
  store: createDynamoStore(client, meteredTableName, systemClock),
  keys: createKeys({ session: () => Promise.resolve(sessionSecret) }),
  issuer: createBridgecardIssuer({ ...issuer, clock: systemClock }),
  clock: systemClock,
  random,
  log: silentLog,
  settings: { siteUrl: 'https://satchel.example', demoAdminEmail: undefined, floatFloorCents: undefined },
} as unknown as Services);

async function load(): Promise<unknown> {
  const headers = { ...event.headers, 'idempotency-key': random.id('operation') };
  const answered = await answer({ ...event, headers });
  if (answered.statusCode !== 200) throw new Error(`a load answers ${answered.statusCode}: ${answered.body}`);
  return answered;
}

const endpoint = `${process.env['AWS_ENDPOINT_URL'] ?? ''}${dryPath}`;
await load();
const calls = await bareCallsOf(client, DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint })), load);

process.on('message', ({ what, times }: { readonly what: 'ours' | 'floor'; readonly times: number }) => {
  const once = what === 'ours' ? load : calls;
  void (async () => {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) await once();
    const { user, system } = process.cpuUsage(before);
    process.send?.((user + system) / times);
  })();
});
process.send?.('ready');
