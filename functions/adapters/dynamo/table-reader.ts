import {
  BatchGetCommand,
  QueryCommand,
  type DynamoDBDocumentClient,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Entities, EntityKind } from '#functions/ports/entities.ts';
import type { Id } from '#shared/ids.ts';
import type { WaitingKind } from '#functions/ports/waiting.ts';
import {
  StoreUnavailable,
  type DuePart,
  type HistoryLine,
  type Page,
  type PageQuery,
  type Reading,
  type TimedPageQuery,
} from '#functions/ports/store.ts';
import { createEntityReader, type Item } from './entity-reader.ts';
import {
  cardLinesPartition,
  dueShards,
  everybodyPartition,
  everybodyShards,
  timePlace,
  ulidOf,
  type DueKind,
  type EverybodyKind,
  type ItemKey,
} from './table.ts';

type Query = Omit<QueryCommandInput, 'TableName'>;

/** The ways to read the table that the store is made of. */
export type TableReader = ReturnType<typeof createTableReader>;

/** Maximum number of records that one reference leads to. */
export const referencesMax = 20;

/** Maximum number of attempts for keys that a batch left out. */
const batchAttempts = 4;

/** The ways in which the table is read: by query, page by page, in batches, and what is due. */
export function createTableReader(client: DynamoDBDocumentClient, tableName: string, nowSeconds: () => number) {
  const { entityOf, entitiesOf, integrityErrorsOf } = createEntityReader(nowSeconds);

  async function answered<T>(request: Promise<T>): Promise<T> {
    try {
      return await request;
    } catch (thrown) {
      throw new StoreUnavailable(thrown);
    }
  }

  async function query(input: Query): Promise<{ items: Item[]; count: number; last: Item | undefined }> {
    const output = await answered(client.send(new QueryCommand({ TableName: tableName, ...input })));
    return { items: output.Items ?? [], count: output.Count ?? 0, last: output.LastEvaluatedKey };
  }

  /** Returns the entities of a query's first answer. */
  async function queryOnce<K extends EntityKind>(input: Query): Promise<readonly Entities[K][]> {
    return entitiesOf<K>((await query(input)).items);
  }

  /** Returns all items of a query, which may take more than one answer: each ends at a megabyte. */
  async function queryAll<K extends EntityKind>(
    input: Omit<Query, 'Limit' | 'ExclusiveStartKey'>,
  ): Promise<readonly Entities[K][]> {
    const found: Item[] = [];
    let after: Item | undefined;
    do {
      const { items, last } = await query({ ...input, ExclusiveStartKey: after });
      found.push(...items);
      after = last;
    } while (after !== undefined);
    return entitiesOf<K>(found);
  }

  /**
   * Returns a page in the order of a sort key. It reads one item more than it shows, so a full last page names no next
   * one.
   */
  async function pageOf<K extends EntityKind>(
    input: Omit<Query, 'Limit'>,
    limit: number,
    sortKey: 'sk' | 'gsi1sk' | 'gsi2sk',
  ): Promise<Page<Entities[K]>> {
    const { items, last } = await query({ ...input, Limit: limit + 1 });
    const shown = items.slice(0, limit);
    const hasMore = items.length > limit || last !== undefined;
    return { items: entitiesOf<K>(shown), cursor: hasMore ? String(shown.at(-1)?.[sortKey]) : undefined };
  }

  /**
   * Returns a page of a partition's items, the last first, from just before a sort key down to `from`. A read of the
   * table itself is consistent unless it may lag.
   */
  function pageBefore<K extends EntityKind>(
    index: '' | 'gsi1' | 'gsi2',
    partition: string,
    before: string,
    { limit, mayLag = false, from }: PageQuery & Reading & { readonly from?: string },
  ): Promise<Page<Entities[K]>> {
    const sortKey = `${index}sk` as const;
    const [range, values] =
      from === undefined
        ? [`${sortKey} < :before`, { ':before': before }]
        : [`${sortKey} BETWEEN :from AND :to`, { ':from': from, ':to': justBefore(before) }];
    return pageOf<K>(
      {
        ...(index === '' ? { ConsistentRead: !mayLag } : { IndexName: index }),
        KeyConditionExpression: `${index}pk = :pk AND ${range}`,
        ExpressionAttributeValues: { ':pk': partition, ...values },
        ScanIndexForward: false,
      },
      limit,
      sortKey,
    );
  }

  /** Returns a page of a list of everybody, merged from a page of each shard. */
  async function pageOfEverybody<K extends EverybodyKind>(
    kind: K,
    { limit, cursor, beforeMs, beginAt }: TimedPageQuery & { readonly beginAt?: string },
  ): Promise<Page<Entities[K]>> {
    const first = beginAt ? `${ulidOf(beginAt)}~` : beforeMs === undefined ? '~' : timePlace(beforeMs);
    const shards = await Promise.all(
      Array.from({ length: everybodyShards }, (_, shard) =>
        query({
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk < :before',
          ExpressionAttributeValues: { ':pk': everybodyPartition(kind, shard), ':before': cursor ?? first },
          ScanIndexForward: false,
          Limit: limit + 1,
        }),
      ),
    );
    const page = mergedPage(
      shards.map(({ items, last }) => ({
        last,
        lines: items.map((item) => ({ item, place: String(item['gsi1sk']) })),
      })),
      limit,
    );
    return { ...page, items: entitiesOf<K>(page.items) };
  }

  /**
   * Returns a page of a person's history, merged from the account's activity and the cards' payments. Their sort keys
   * begin with the time in the same form, so one cursor serves both.
   */
  async function pageOfHistory(
    userId: Id<'user'>,
    { limit, cursor, beforeMs }: TimedPageQuery,
  ): Promise<Page<HistoryLine>> {
    const before = cursor ?? (beforeMs === undefined ? '~' : timePlace(beforeMs));
    const [own, cards] = await Promise.all([
      query({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': `USER#${userId}`, ':from': 'MOVEMENT#', ':to': `MOVEMENT#${before}` },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit + 2,
      }),
      query({
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk < :before',
        ExpressionAttributeValues: { ':pk': cardLinesPartition(userId), ':before': before },
        ScanIndexForward: false,
        Limit: limit + 1,
      }),
    ]);
    const ownLines = own.items
      .map((item) => ({ item, place: String(item['sk']).slice('MOVEMENT#'.length) }))
      // BETWEEN includes the cursor itself.
      .filter(({ place }) => place < before);
    const cardLines = cards.items.map((item) => ({ item, place: String(item['gsi1sk']) }));
    const page = mergedPage(
      [
        { last: own.last, lines: ownLines },
        { last: cards.last, lines: cardLines },
      ],
      limit,
    );
    return { ...page, items: page.items.map(historyLineOf).filter((line) => line !== undefined) };
  }

  function historyLineOf(item: Item): HistoryLine | undefined {
    const line = entityOf<'movement' | 'cardTransaction'>(item);
    if (line === undefined) return undefined;
    return 'number' in line ? { of: 'card', line } : { of: 'account', line };
  }

  /**
   * Reads at most a hundred items. Keys that the table left out are asked for again; throws StoreUnavailable when some
   * are still missing after the last attempt.
   */
  async function batchGet(keys: readonly ItemKey[], { mayLag = false }: Reading = {}): Promise<Item[]> {
    const found: Item[] = [];
    let wanted: Item[] = keys.map((each) => ({ ...each }));
    for (let attempt = 1; wanted.length > 0; attempt += 1) {
      if (attempt > batchAttempts) throw new StoreUnavailable('unprocessed keys');
      const input = { RequestItems: { [tableName]: { Keys: wanted, ConsistentRead: !mayLag } } };
      const { Responses, UnprocessedKeys } = await answered(client.send(new BatchGetCommand(input)));
      found.push(...(Responses?.[tableName] ?? []));
      wanted = UnprocessedKeys?.[tableName]?.Keys ?? [];
    }
    return found;
  }

  /** Lists the items due by a time in an index whose sort keys begin with that time, oldest first over all shards. */
  async function dueIn<K extends DueKind | WaitingKind>(
    index: 'gsi1' | 'gsi2',
    partition: (shard: number) => string,
    nowMs: number,
    limit: number,
    { shard: only, isNewestFirst = false }: DuePart = {},
  ): Promise<readonly Entities[K][]> {
    const asked = only === undefined ? Array.from({ length: dueShards }, (_, shard) => shard) : [only];
    const shards = await Promise.all(
      asked.map((shard) =>
        query({
          IndexName: index,
          KeyConditionExpression: `${index}pk = :pk AND ${index}sk <= :now`,
          ExpressionAttributeValues: {
            ':pk': partition(shard),
            ':now': `${String(nowMs).padStart(14, '0')}#~`,
          },
          Limit: limit,
          ...(isNewestFirst ? { ScanIndexForward: false } : {}),
        }),
      ),
    );
    const order = isNewestFirst ? -1 : 1;
    return entitiesOf<K>(
      shards
        .flatMap(({ items }) => items)
        .toSorted((a, b) => (String(a[`${index}sk`]) < String(b[`${index}sk`]) ? -order : order)),
    );
  }

  return {
    nowSeconds,
    entityOf,
    entitiesOf,
    integrityErrorsOf,
    answered,
    query,
    queryOnce,
    queryAll,
    pageOf,
    pageBefore,
    pageOfEverybody,
    pageOfHistory,
    batchGet,
    dueIn,
  };
}

/**
 * Returns a page of several lists in one order, the last place first. A list whose answer was cut short may hold more
 * after its last line, so the page shows nothing that comes after that line.
 */
function mergedPage(
  lists: readonly {
    readonly last: Item | undefined;
    readonly lines: readonly { readonly item: Item; readonly place: string }[];
  }[],
  limit: number,
): Page<Item> {
  const cut = lists.filter(({ last }) => last !== undefined).map(({ lines }) => lines.at(-1)?.place ?? '');
  const horizon = cut.toSorted().at(-1) ?? '';
  const merged = lists
    .flatMap(({ lines }) => lines)
    .filter(({ place }) => place >= horizon)
    .toSorted((a, b) => (a.place > b.place ? -1 : 1));
  const shown = merged.slice(0, limit);
  const hasMore = merged.length > limit || cut.length > 0;
  return { items: shown.map(({ item }) => item), cursor: hasMore ? shown.at(-1)?.place : undefined };
}

/** The greatest text that sorts before this one, among texts of letters and digits. */
function justBefore(text: string): string {
  const last = text.codePointAt(text.length - 1) ?? 0;
  return `${text.slice(0, -1)}${String.fromCodePoint(last - 1)}~`;
}
