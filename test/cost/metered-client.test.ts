import { BatchGetCommand, GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Item } from '#test/simulation/engine/expression.ts';
import { SimulatedTable, type SimulatedQuery } from '#test/simulation/engine/simulated-table.ts';
import { itemBytes } from './item-size.ts';
import { Meter, meteredClient, meteredTableName as TableName } from './metered-client.ts';
import { PopulatedTable } from './populated-table.ts';
import { Population } from './population.ts';

function empty(people = 0) {
  const meter = new Meter();
  return { meter, client: meteredClient(new PopulatedTable(new Population(people)), meter) };
}
const put = (Item: Item) => ({ Put: { TableName, Item: { ...Item } } });
const small = (number: number): Item => ({ pk: `P#${number}`, sk: 'S', text: 'x'.repeat(300) });

describe('the meter', () => {
  it('charges each item of a transaction twice, and its index entries once', async () => {
    const { meter, client } = empty();
    await client.send(new TransactWriteCommand({ TransactItems: [1, 2, 3, 4].map((n) => put(small(n))) }));
    expect(meter.consumed).toMatchObject({ writeUnits: 8, requests: 1, inSequence: 1 });
    meter.reset();
    const listed = { ...small(5), gsi1pk: 'A', gsi1sk: '1' };
    await client.send(new TransactWriteCommand({ TransactItems: [put(listed), put(small(6)), put(small(7))] }));
    expect(meter.consumed.writeUnits).toBe(7);
    meter.reset();
    // The item moves in the index, where it is removed and written again: two units more.
    await client.send(new TransactWriteCommand({ TransactItems: [put({ ...listed, gsi1sk: '2' })] }));
    expect(meter.consumed.writeUnits).toBe(4);
    meter.reset();
    const large = { ...small(5), text: 'x'.repeat(1_100) };
    await client.send(new TransactWriteCommand({ TransactItems: [put(large)] }));
    // Two kilobytes are charged twice, and one unit removes the item from the index.
    expect(meter.consumed.writeUnits).toBe(5);
    meter.reset();
    await client.send(
      new TransactWriteCommand({ TransactItems: [{ Delete: { TableName, Key: { pk: 'P#5', sk: 'S' } } }] }),
    );
    expect(meter.consumed.writeUnits).toBe(4);
  });

  it('charges a write of one item once, also when it is refused', async () => {
    const { meter, client } = empty();
    const listed = { ...small(1), gsi1pk: 'A', gsi1sk: '1' };
    const insertion = { TableName, Item: listed, ConditionExpression: 'attribute_not_exists(pk)' };
    await client.send(new PutCommand(insertion));
    expect(meter.consumed).toMatchObject({ writeUnits: 2, requests: 1, inSequence: 1 });
    await expect(client.send(new PutCommand(insertion))).rejects.toThrow('ConditionalCheckFailed');
    expect(meter.consumed.writeUnits).toBe(3);
  });

  it('charges reads per 4 kB, each item of a batch by itself, a query as a whole', async () => {
    const { meter, client } = empty();
    const lines = Array.from({ length: 16 }, (_, n): Item => ({ pk: 'L', sk: `${n + 10}`, text: 'x'.repeat(300) }));
    await client.send(new TransactWriteCommand({ TransactItems: lines.map(put) }));
    const spent = async (ask: () => Promise<unknown>): Promise<number> => {
      meter.reset();
      await ask();
      return meter.consumed.readUnits;
    };
    const Key = { pk: 'L', sk: '10' };
    expect(await spent(() => client.send(new GetCommand({ TableName, Key, ConsistentRead: true })))).toBe(1);
    expect(await spent(() => client.send(new GetCommand({ TableName, Key })))).toBe(0.5);
    expect(await spent(() => client.send(new GetCommand({ TableName, Key: { pk: 'none', sk: 'S' } })))).toBe(0.5);
    const Keys = lines.map(({ pk, sk }) => ({ pk, sk }));
    const batch = { RequestItems: { [TableName]: { Keys } } };
    expect(await spent(() => client.send(new BatchGetCommand(batch)))).toBe(8);
    const all = { TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'L' } };
    expect(itemBytes(lines[0] ?? {}) * 16).toBeGreaterThan(4_096);
    expect(await spent(() => client.send(new QueryCommand(all)))).toBe(1);
    expect(await spent(() => client.send(new QueryCommand({ ...all, ConsistentRead: true })))).toBe(2);
  });

  it('counts parallel requests as one round trip, and a request that waits for them as another', async () => {
    const { meter, client } = empty();
    const get = () => client.send(new GetCommand({ TableName, Key: { pk: 'a', sk: 'b' } }));
    await Promise.all([get(), get(), get()]);
    await get();
    expect(meter.consumed).toMatchObject({ requests: 4, inSequence: 2 });
  });

  it('shows that a read without a limit grows', async () => {
    const read = async (people: number, Limit?: number): Promise<number> => {
      const { meter, client } = empty(people);
      const KeyConditionExpression = 'gsi1pk = :pk AND gsi1sk < :before';
      const ExpressionAttributeValues = { ':pk': 'ALL#user#0', ':before': '~' };
      const asked = { TableName, IndexName: 'gsi1', KeyConditionExpression, ExpressionAttributeValues };
      await client.send(new QueryCommand({ ...asked, ...(Limit === undefined ? {} : { Limit }) }));
      return meter.consumed.readUnits;
    };
    expect(await read(2_000)).toBeGreaterThan(2 * (await read(200)));
    expect(await read(20_000, 20)).toBe(await read(2_000, 20));
  });
});

describe('the generated population', () => {
  const size = 300;
  const population = new Population(size);
  const written = new SimulatedTable();
  for (let member = 0; member < size; member += 1)
    written.transact(population.items(member).map((Item) => ({ Put: { Item } })));
  const table = new PopulatedTable(population);

  it('is found by keys as if it had been written', () => {
    for (const item of written.all()) expect(table.get(item)).toEqual(item);
    expect(table.get({ pk: 'USER#usr_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', sk: 'PROFILE' })).toBeUndefined();
  });

  const second = [...written.all()].filter((item) => item['gsi1pk'] === 'ALL#user#1')[20]?.['gsi1sk'];
  const queries: readonly (readonly [string, SimulatedQuery])[] = [
    [
      'the newest',
      { IndexName: 'gsi1', KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk < :v', ...of('ALL#user#1', '~') },
    ],
    [
      'those before one',
      {
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk < :v',
        ...of('ALL#user#1', String(second)),
      },
    ],
    ['their activity lines', { IndexName: 'gsi1', KeyConditionExpression: 'gsi1pk = :pk', ...of('ALL#movement#3') }],
    ['who deposited most', { IndexName: 'gsi1', KeyConditionExpression: 'gsi1pk = :pk', ...of('FUNDED#2') }],
    ['by name', { KeyConditionExpression: 'pk = :pk AND begins_with(sk, :v)', ...of('SEARCH#f', 'fay00000001') }],
  ];

  function of(pk: string, value?: string) {
    return { ExpressionAttributeValues: { ':pk': pk, ...(value === undefined ? {} : { ':v': value }) } };
  }

  it.each(queries)('is listed as if it had been written: %s', (_what, query) => {
    for (const ScanIndexForward of [true, false]) {
      for (const Limit of [7, undefined]) {
        const asked = { ...query, ScanIndexForward, Limit };
        const { items } = table.query(asked);
        expect(items.length).toBeGreaterThan(0);
        expect(items).toEqual(written.query(asked).items);
      }
    }
  });

  it('can be changed, and a changed member is listed once, in the right place', () => {
    const changed = new PopulatedTable(population);
    const query = { ...queries[0]?.[1], ScanIndexForward: false };
    const [first, other] = changed.query(query).items;
    const Item = { ...other, firstname: 'Changed' };
    expect(
      changed.transact([
        { Put: { Item, ConditionExpression: 'version = :v', ExpressionAttributeValues: { ':v': 2 } } },
      ]),
    ).toBe(undefined);
    expect(changed.query({ ...query, Limit: 2 }).items).toEqual([first, Item]);
    expect(changed.query(query).items).toHaveLength(table.query(query).items.length);
  });
});
