/**
 * Answers one request over and over, by turns with the bare calls that it makes, and prints the CPU of both:
 * `answer-often.ts <route> <event> <runs>`. The bare calls are the same operations with the same inputs, at the same time
 * where the function asks at the same time, by the SDK as it comes.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { createKeys } from '#functions/adapters/keys/keys.ts';
import { silentLog } from '#functions/ports/log.ts';
import type { Services } from '#functions/ports/services.ts';
import type { EndpointHandler } from '#functions/runtime/endpoint.ts';
import { createRandom } from '#functions/runtime/random.ts';
import { systemClock } from '#functions/runtime/system-clock.ts';
import { meteredTableName } from '#test/cost/metered-client.ts';
import { sessionSecret } from '#test/support/test-keys.ts';
import { bareCallsOf } from './bare-calls.ts';
import { quartilesOf } from './quartiles.ts';

const perRun = 50;
const warmUps = 400;

const [, , route = '', given = '', runs = ''] = process.argv;
const event = JSON.parse(given) as APIGatewayProxyEventV2;
const file = `../../functions/api/${route.replace('.', '/')}.ts`;
const { handler } = (await import(file)) as { handler: EndpointHandler };

const client = createDocumentClient();
const answer = handler.using({
  store: createDynamoStore(client, meteredTableName, systemClock),
  keys: createKeys({ session: () => Promise.resolve(sessionSecret) }),
  clock: systemClock,
  random: createRandom(systemClock),
  log: silentLog,
  settings: { siteUrl: 'https://satchel.example', demoAdminEmail: undefined, floatFloorCents: undefined },
} as unknown as Services);

const bare = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const calls = await bareCallsOf(client, bare, () => answer(event));

async function microsecondsOf(work: () => Promise<unknown>, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

await microsecondsOf(() => answer(event), warmUps);
await microsecondsOf(calls, warmUps);
const [ours, floor]: [number[], number[]] = [[], []];
for (let turn = 0; turn < Number(runs); turn += 1) {
  floor.push(await microsecondsOf(calls, perRun));
  ours.push(await microsecondsOf(() => answer(event), perRun));
}
process.stdout.write(`${JSON.stringify({ bare: quartilesOf(floor), ours: quartilesOf(ours) })}\n`);
process.exit(0);
