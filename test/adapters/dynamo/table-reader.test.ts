import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDocumentClient } from '#functions/adapters/dynamo/document-client.ts';
import { createDynamoStore } from '#functions/adapters/dynamo/store.ts';
import { itemOf } from '#functions/adapters/dynamo/transact-item.ts';
import { insert, StoreUnavailable } from '#functions/ports/store.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { samples } from '#test/support/sample-entities.ts';

/* An item that a busy table leaves out of a batch may still exist, so it must not be read as missing. */

const document = createDocumentClient(new DynamoDBClient({ region: 'eu-west-1' }));
const table = mockClient(document);
const store = createDynamoStore(document, 'table', manualClock());
const { wallet, card, movement, platformFigures } = samples;
const other = { ...wallet, userId: 'usr_another' } as const;
const keyOf = (item: Record<string, unknown>) => ({ pk: item['pk'], sk: item['sk'] });
const [walletItem, cardItem] = [itemOf('wallet', wallet), itemOf('card', card)];

beforeEach(() => table.reset());

describe('items that a batch leaves out', () => {
  it('are an outage in a batch of two', async () => {
    table.on(BatchGetCommand).resolves({
      Responses: { table: [cardItem] },
      UnprocessedKeys: { table: { Keys: [keyOf(walletItem)] } },
    });
    await expect(store.getBoth({ kind: 'wallet', key: wallet }, { kind: 'card', key: card })).rejects.toThrow(
      StoreUnavailable,
    );
  });

  it('are asked for again in a batch of many', async () => {
    table
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { table: [] }, UnprocessedKeys: { table: { Keys: [keyOf(walletItem)] } } })
      .resolves({ Responses: { table: [walletItem] } });
    expect(await store.getMany('wallet', [wallet])).toEqual([wallet]);
    expect(table.commandCalls(BatchGetCommand)).toHaveLength(2);
  });

  it('are an outage when a batch of many leaves them out again and again', async () => {
    table.on(BatchGetCommand).resolves({ UnprocessedKeys: { table: { Keys: [keyOf(walletItem)] } } });
    await expect(store.getMany('wallet', [wallet])).rejects.toThrow(StoreUnavailable);
  });
});

describe('many items', () => {
  it('are asked for in batches of a hundred, each key in one of them', async () => {
    table.on(BatchGetCommand).resolves({ Responses: {} });
    const keys = Array.from({ length: 201 }, (_, index) => ({ markerId: `marker-${index}` }));
    await store.getMany('marker', keys);
    const batches = table
      .commandCalls(BatchGetCommand)
      .map(({ args: [{ input }] }) => input.RequestItems?.['table']?.Keys ?? []);
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 1]);
    expect(new Set(batches.flat().map(({ pk }) => String(pk))).size).toBe(201);
  });

  it('are returned complete when the table sends them in parts', async () => {
    table
      .on(BatchGetCommand)
      .resolvesOnce({
        Responses: { table: [walletItem] },
        UnprocessedKeys: { table: { Keys: [keyOf(itemOf('wallet', other))] } },
      })
      .resolves({ Responses: { table: [itemOf('wallet', other)] } });
    expect(await store.getMany('wallet', [wallet, other])).toEqual([wallet, other]);
  });
});

/* The table returns at most a megabyte at once, so a page with fewer items than its limit may have more after it. */
describe('an answer that is cut short', () => {
  const last = { pk: 'somewhere', sk: 'further' };

  it('to a page has a cursor for the next one', async () => {
    const item = itemOf('movement', movement);
    table.on(QueryCommand).resolves({ Items: [item], LastEvaluatedKey: last });
    const page = await store.listActivity(movement.userId, { limit: 10 });
    expect(page).toEqual({ items: [movement], cursor: item['sk'] });
  });

  it('to the list of erasures has a cursor for the next page', async () => {
    table.on(QueryCommand).resolves({ Items: [itemOf('erasure', samples.erasure)], LastEvaluatedKey: last });
    const page = await store.listErasures({ limit: 10 });
    expect(page).toEqual({ items: [samples.erasure], cursor: samples.erasure.userId });
  });

  it('is not assumed for a whole page, which has no cursor', async () => {
    table.on(QueryCommand).resolves({ Items: [itemOf('movement', movement)] });
    expect(await store.listActivity(movement.userId, { limit: 1 })).toEqual({ items: [movement], cursor: undefined });
  });

  it('to the statistics of a shard is continued', async () => {
    const next = { ...platformFigures, day: '2026-11-22' };
    table
      .on(QueryCommand)
      .resolvesOnce({ Items: [itemOf('platformFigures', platformFigures)], LastEvaluatedKey: last })
      .resolves({ Items: [itemOf('platformFigures', next)] });
    expect(await store.listPlatformStatistics(0)).toEqual([platformFigures, next]);
    expect(table.commandCalls(QueryCommand).at(-1)?.args[0].input.ExclusiveStartKey).toEqual(last);
  });

  it.each([
    ['a person’s cards', 'card', () => store.listCards(card.userId)],
    ['a card’s lines', 'cardTransaction', () => store.listCardTransactions(card.cardId, { from: 1, to: 1_500 })],
    ['a case’s messages', 'caseMessage', () => store.listCaseMessages(samples.caseMessage.caseId)],
  ] as const)('to %s is continued', async (_, kind, list) => {
    const item = itemOf(kind, samples[kind]);
    table
      .on(QueryCommand)
      .resolvesOnce({ Items: [item], LastEvaluatedKey: last })
      .resolves({ Items: [item] });
    expect(await list()).toEqual([samples[kind], samples[kind]]);
    expect(table.commandCalls(QueryCommand).at(-1)?.args[0].input.ExclusiveStartKey).toEqual(last);
  });

  it('to the number of accounts of a day is continued', async () => {
    table.on(QueryCommand).resolvesOnce({ Count: 3, LastEvaluatedKey: last }).resolves({ Count: 1 });
    // Four shards, one of which answers twice.
    expect(await store.countUsersRegistered('2026-11-21')).toBe(7);
  });
});

it('lists of what waits for staff no more than was asked for, the longest over all shards', async () => {
  const tickets = [3, 1, 4, 2].map((since) => ({ ...samples.ticket, ticketId: `tkt_${since}` as const }));
  const answers = table.on(QueryCommand);
  for (const ticket of tickets)
    answers.resolvesOnce({ Items: [{ ...itemOf('ticket', ticket), gsi1sk: ticket.ticketId }] });
  expect((await store.listWaiting('ticket', 2)).map(({ ticketId }) => ticketId)).toEqual(['tkt_1', 'tkt_2']);
});

it('reports a place in an index that was edited, and passes an item from before there was one', async () => {
  const item = itemOf('movement', movement);
  const { gsi2pk, gsi2sk, ...earlier } = item;
  table.on(QueryCommand).resolves({ Items: [{ ...item, gsi2pk: 'AMOUNT#1' }, earlier] });
  const { items } = await store.listActivity(movement.userId, { limit: 2 });
  expect(items.map((each) => store.integrityErrorsOf('movement', each))).toEqual([
    { gsi2pk: `is "AMOUNT#1", must be "${String(gsi2pk)}"` },
    {},
  ]);
  expect(gsi2sk).toBeDefined();
});

it('asks every shard for its longest due items, up to the requested number', async () => {
  table.on(QueryCommand).resolves({ Items: [] });
  await store.listDueOperations(1000, 7);
  await store.listCardsToCatchUp(1000, 7);
  const asked = table.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input);
  expect(asked.map(({ ExpressionAttributeValues: values }) => values?.[':pk'] as unknown)).toEqual([
    ...[0, 1, 2, 3].map((shard) => `DUE#operation#${shard}`),
    ...[0, 1, 2, 3].map((shard) => `CATCHUP#${shard}`),
  ]);
  // One shard may hold all due items.
  for (const { Limit, ScanIndexForward = true } of asked) expect([Limit, ScanIndexForward]).toEqual([7, true]);
});

it('asks for the due items of one shard, or for the newest first, on request', async () => {
  table.on(QueryCommand).resolves({ Items: [] });
  await store.listCardsToCatchUp(1000, 7, { shard: 2 });
  await store.listDueDeposits(1000, 7, { shard: 3, isNewestFirst: true });
  const asked = table.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input);
  expect(
    asked.map(({ ExpressionAttributeValues: values, ScanIndexForward = true }) => [values?.[':pk'], ScanIndexForward]),
  ).toEqual([
    ['CATCHUP#2', true],
    ['DUE#deposit#3', false],
  ]);
});

it('reads consistently from the table what may not lag, above all what decides on money', async () => {
  table.on(QueryCommand).resolves({ Items: [] });
  table.on(GetCommand).resolves({});
  table.on(BatchGetCommand).resolves({ Responses: {} });
  await store.get('wallet', wallet);
  await store.getBoth({ kind: 'wallet', key: wallet }, { kind: 'card', key: card });
  await store.getMany('wallet', [wallet]);
  await store.listCards(card.userId);
  await store.listActivity(card.userId, { limit: 1 });
  await store.listCardTransactions(card.cardId, { from: 1, to: 2 });
  await store.listEntries(card.userId, { from: 1, limit: 1 });
  await store.listPlatformStatistics(0);
  await store.listDepositReferences('a-provider-id');
  await store.listLastEntries(card.userId, 1);
  await store.listHistory(card.userId, { limit: 1 });
  await store.listAudit({ of: 'subject', subjectId: card.userId }, { limit: 1 });
  await store.listSearchTerms('ada', { limit: 1 });
  await store.listNotifications(card.userId, { limit: 1 });
  await store.listCaseMessages(samples.case.caseId);
  await store.listErasures({ limit: 1 });
  const asked = [
    ...table.commandCalls(GetCommand).map(({ args: [{ input }] }) => input),
    // The card lines of a history come from an index, which always lags.
    ...table.commandCalls(QueryCommand).flatMap(({ args: [{ input }] }) => (input.IndexName ? [] : [input])),
    ...table.commandCalls(BatchGetCommand).map(({ args: [{ input }] }) => input.RequestItems?.['table']),
  ];
  expect(asked.map((each) => each?.ConsistentRead)).toEqual(Array.from({ length: 16 }, () => true));
});

it('keeps erasures in a table of their own, which a restore leaves alone', async () => {
  const apart = createDynamoStore(document, 'table', manualClock(), 'erasures');
  table.on(GetCommand).resolves({});
  table.on(QueryCommand).resolves({ Items: [] });
  await apart.get('erasure', samples.erasure);
  await apart.listErasures({ limit: 1 });
  await apart.commit([insert('erasure', samples.erasure)]);
  await apart.commit([insert('erasure', samples.erasure), insert('wallet', wallet)]);
  const [get, query, put, both] = table.calls().map(({ args: [{ input }] }) => input as Record<string, unknown>);
  const without = createDynamoStore(document, 'table', manualClock(), null);
  await expect(without.listErasures({ limit: 1 })).rejects.toThrow('not granted the list of erasures');
  expect([get, query, put].map((each) => each?.['TableName'])).toEqual(['erasures', 'erasures', 'erasures']);
  expect(both?.['TransactItems']).toMatchObject([{ Put: { TableName: 'erasures' } }, { Put: { TableName: 'table' } }]);
});

describe("a person's history", () => {
  const placed = (place: string) => itemOf('movement', { ...movement, subjectId: `dep_${place}` as const });
  const [newest, middle, oldest] = [
    '01K9ZZZZZZ0000000000000003',
    '01K9ZZZZZZ0000000000000002',
    '01K9ZZZZZZ0000000000000001',
  ];
  const linesOf = (of: { own: object; cards?: object }) => {
    table.on(QueryCommand).resolves({ Items: [], ...of.cards });
    table.on(QueryCommand, { ConsistentRead: true }).resolves(of.own);
  };
  const read = async (cursor?: string) => {
    const { items, cursor: next } = await store.listHistory(movement.userId, { limit: 2, ...(cursor && { cursor }) });
    return [items.map(({ line }) => ('subjectId' in line ? line.subjectId.slice(4) : 'card')), next];
  };

  it('does not repeat the line that the page before ended with', async () => {
    linesOf({ own: { Items: [placed(newest), placed(middle)] } });
    expect(await read(newest)).toEqual([[middle], undefined]);
  });

  it('shows nothing beyond a list that was cut short, and goes on from there', async () => {
    const own = { Items: [placed(middle)], LastEvaluatedKey: { pk: 'x', sk: 'y' } };
    const beyond = { ...itemOf('cardTransaction', samples.cardTransaction), gsi1sk: `${oldest}#crd` };
    linesOf({ own, cards: { Items: [beyond] } });
    expect(await read()).toEqual([[middle], middle]);
  });

  it('of two lists that were cut short ends where the first of them ends', async () => {
    const more = { LastEvaluatedKey: { pk: 'x', sk: 'y' } };
    const paid = { ...itemOf('cardTransaction', samples.cardTransaction), gsi1sk: newest };
    linesOf({ own: { Items: [placed(middle), placed(oldest)], ...more }, cards: { Items: [paid], ...more } });
    // Another payment may come between the two: the next page shows it, and the account's lines after it.
    expect(await read()).toEqual([['card'], newest]);
  });
});

it('a list of everybody of which two shards were cut short ends where the first of them ends', async () => {
  const users = [3, 2, 1].map((place) => ({
    ...samples.user,
    userId: `usr_01K9ZZZZZZ000000000000000${place}` as const,
  }));
  const [newest, middle, oldest] = users;
  const answerOf = (...shown: typeof users) => ({
    Items: shown.map((user) => itemOf('user', user)),
    LastEvaluatedKey: { pk: 'x', sk: 'y' },
  });
  table
    .on(QueryCommand)
    .resolvesOnce(answerOf(...users.slice(0, 1)))
    .resolvesOnce(answerOf(...users.slice(1)))
    .resolves({ Items: [] });
  expect([middle, oldest]).not.toContain(undefined);
  expect(await store.listUsers({ limit: 10 })).toEqual({ items: [newest], cursor: newest?.userId.slice(4) });
});
