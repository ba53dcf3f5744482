import { DynamoDBClient, TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { insert, StoreUnavailable, update, WriteConflict, type Store } from '#functions/ports/store.ts';
import { describeStore } from '#test/ports/store.contract.ts';
import { changeSettings } from '#functions/domain/steering/change-settings.ts';
import { firstSteering } from '#functions/domain/steering/read-steering.ts';
import { authWorld } from '#test/support/auth-world.ts';
import { idAt } from '#test/support/sample-entities.ts';
import { enginesHere, sharedEngine, type RunningEngine } from '#test/support/dynamo-engines.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { createMemoryStore } from '#test/support/memory-store.ts';
import { samples } from '#test/support/sample-entities.ts';

describeStore('the memory store', async (clock) => createMemoryStore(clock));

it('the document client has no middleware that a table does not need', () => {
  const names = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'];
  const heldBy = ({ middlewareStack }: Pick<DynamoDBClient, 'middlewareStack'>) =>
    middlewareStack.identify().flatMap((each) => names.filter((name) => each.startsWith(name)));
  // The SDK must still know them by these names.
  expect(heldBy(new DynamoDBClient({ region: 'eu-west-1' }))).toEqual(names);
  expect(heldBy(createDocumentClient())).toEqual([]);
});

/*
 * The same tests on real engines. The engines differ from DynamoDB in different places, so an answer that both give is
 * DynamoDB's. Neither throttles or lets two transactions collide: the tests below inject those errors.
 */
describe.each(enginesHere())('$name', (engine) => {
  let running: RunningEngine;
  let client: DynamoDBDocumentClient;
  beforeAll(async () => {
    running = await sharedEngine(engine);
    client = createDocumentClient(running.client());
  });

  it('stores one change when several admins change the settings at once, and refuses the others', async () => {
    const world = authWorld();
    const store = createDynamoStore(client, await running.newTable(), world.clock);
    const services = { ...world.services, store };
    for (const readVersion of [0, 1]) {
      const ends = await Promise.allSettled(
        [1, 2, 3, 4].map((number) =>
          changeSettings(services, {
            actorId: idAt('usr', number),
            readVersion,
            values: { ...firstSteering, announcement: { text: `${readVersion}.${number}`, untilMs: undefined } },
            reason: 'At once.',
          }),
        ),
      );
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))).toEqual(
        Array(3).fill(expect.objectContaining({ code: 'Conflict' })),
      );
    }
    const { items } = await store.listAudit({ of: 'subject', subjectId: 'platform' }, { limit: 10 });
    expect(items).toHaveLength(2);
    expect(await store.get('settings', { scope: 'platform' })).toMatchObject({ version: 2, history: [{ version: 1 }] });
  });

  describeStore(engine.name, async (clock) => createDynamoStore(client, await running.newTable(), clock), {
    contenders: engine.name === 'dynoxide' ? 50 : 16,
  });

  it.each([
    ['of two items', [insert('wallet', samples.wallet)]],
    ['of one', []],
  ])('reports success for a commit %s whose first answer was lost, and writes it once', async (_what, others) => {
    const { store, tamper } = await tampered(await running.newTable(), running.client());
    const lost = losingTheFirst(tamper);
    await store.commit([insert('marker', samples.marker), ...others]);
    expect(lost()).toBe(2);
    expect(await store.get('marker', samples.marker)).toEqual(samples.marker);
  });

  it('reports success for a write that was done although its first answer was an error of the table', async () => {
    const { store, tamper } = await tampered(await running.newTable(), running.client());
    const broken = Object.assign(new Error('Internal server error'), {
      name: 'InternalServerError',
      $fault: 'server',
      $metadata: { httpStatusCode: 500 },
    });
    const sent = losingTheFirst(tamper, broken);
    await store.commit([insert('marker', samples.marker)]);
    expect(sent()).toBe(2);
    expect(await store.get('marker', samples.marker)).toEqual(samples.marker);
  });

  it.each([
    ['an operation', 'operation', { attempt: 7 }],
    ['a card', 'card', { name: 'Renamed' }],
  ] as const)(
    'is unavailable after a lost answer to a change of %s: another process may have made the change',
    async (_what, kind, changes) => {
      const { store, tamper } = await tampered(await running.newTable(), running.client());
      await store.commit([insert(kind, samples[kind] as never)]);
      losingTheFirst(tamper);
      const changed = update(kind, samples[kind] as never, changes as never);
      await expect(store.commit([changed])).rejects.toBeInstanceOf(StoreUnavailable);
      expect(await store.get(kind, samples[kind] as never)).toMatchObject(changes);
    },
  );

  it('reports a conflict for a refusal that the SDK repeated because the clocks differ', async () => {
    const { store, tamper } = await tampered(await running.newTable(), running.client());
    await store.commit([insert('operation', samples.operation)]);
    let sent = 0;
    tamper(async (send) => {
      sent += 1;
      try {
        return await send();
      } catch (thrown) {
        const { $metadata } = thrown as { readonly $metadata: object };
        throw Object.assign(thrown as Error, { $metadata: { ...$metadata, clockSkewCorrected: sent === 1 } });
      }
    });
    await expect(store.commit([insert('operation', samples.operation)])).rejects.toBeInstanceOf(WriteConflict);
    expect(sent).toBe(2);
  });

  it('does not take an item that another process wrote between two attempts for its own', async () => {
    const table = await running.newTable();
    const { store, tamper } = await tampered(table, running.client());
    const other = createDynamoStore(client, table, manualClock());
    let attempts = 0;
    tamper(async (send) => {
      attempts += 1;
      if (attempts > 1) return send();
      await other.commit([insert('marker', { ...samples.marker, atMs: samples.marker.atMs + 1 })]);
      throw timeout();
    });
    await expect(store.commit([insert('marker', samples.marker)])).rejects.toBeInstanceOf(StoreUnavailable);
  });
});

/** Loses the answer to the first request; returns a function that counts the requests sent. */
function losingTheFirst(
  tamper: (hand: (send: Send) => Promise<unknown>) => void,
  lost: Error = timeout(),
): () => number {
  let sent = 0;
  tamper(async (send) => {
    sent += 1;
    const isFirst = sent === 1;
    const answer = await send();
    if (isFirst) throw lost;
    return answer;
  });
  return () => sent;
}

type Send = () => Promise<unknown>;

/** Makes a store whose requests all pass through the function given to `tamper`, inside the SDK's own retries. */
async function tampered(
  tableName: string,
  client: DynamoDBClient,
): Promise<{ readonly store: Store; readonly tamper: (hand: (send: Send) => Promise<unknown>) => void }> {
  let hand: (send: Send) => Promise<unknown> = (send) => send();
  client.middlewareStack.add(
    (next) => async (args) => (await hand(() => next(args))) as Awaited<ReturnType<typeof next>>,
    {
      step: 'finalizeRequest',
      priority: 'low',
    },
  );
  return {
    store: createDynamoStore(createDocumentClient(client), tableName, manualClock()),
    tamper: (next) => void (hand = next),
  };
}

function timeout(): Error {
  return Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ETIMEDOUT' });
}

/** The error that DynamoDB throws when a transaction is cancelled, with a reason for each of its writes. */
function cancelled(...codes: string[]): TransactionCanceledException {
  return new TransactionCanceledException({
    $metadata: { httpStatusCode: 400 },
    message: 'Transaction cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
}

describe('behaviour that no engine here shows by itself', () => {
  const failing = async (thrown: () => Error): Promise<Store> => {
    const client = new DynamoDBClient({
      region: 'eu-central-1',
      endpoint: 'http://127.0.0.1:9',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      maxAttempts: 1,
    });
    const { store, tamper } = await tampered('a-table', client);
    tamper(() => Promise.reject(thrown()));
    return store;
  };
  const writes = [insert('marker', samples.marker), update('user', samples.user, {}), insert('wallet', samples.wallet)];

  it.each([
    [['TransactionConflict', 'None', 'None'], ['marker contended']],
    [['None', 'ThrottlingError', 'None'], ['user contended']],
    [['None', 'None', 'ProvisionedThroughputExceeded'], ['wallet contended']],
    [
      ['ConditionalCheckFailed', 'ConditionalCheckFailed', 'TransactionConflict'],
      ['marker exists', 'user stale', 'wallet contended'],
    ],
  ])('a transaction cancelled for %j is a conflict that says %j', async (codes, expected) => {
    const store = await failing(() => cancelled(...codes));
    const thrown: unknown = await store.commit(writes).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(WriteConflict);
    expect((thrown as WriteConflict).conflicts.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual(expected);
  });

  it('a single write that meets a transaction is a conflict with the reason contended', async () => {
    const store = await failing(() => new TransactionConflictException({ $metadata: {}, message: 'in conflict' }));
    const thrown: unknown = await store.commit(writes.slice(0, 1)).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ conflicts: [{ kind: 'marker', reason: 'contended' }] });
  });

  it.each([
    ['a transaction cancelled for a reason of ours', cancelled('None', 'ValidationError', 'None')],
    ['a transaction cancelled without reasons', cancelled()],
    ['a timeout', timeout()],
    ['a refused connection', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
    ['an answer that is nonsense', new SyntaxError('Unexpected token')],
  ])('%s leaves the outcome of the write unknown: the store is unavailable', async (_what, thrown) => {
    const store = await failing(() => thrown);
    await expect(store.commit(writes)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.get('user', samples.user)).rejects.toBeInstanceOf(StoreUnavailable);
    const both = store.getBoth({ kind: 'user', key: samples.user }, { kind: 'wallet', key: samples.wallet });
    await expect(both).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.listActivity(samples.user.userId, { limit: 5 })).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.listDueCards(0, 5)).rejects.toBeInstanceOf(StoreUnavailable);
  });
});
