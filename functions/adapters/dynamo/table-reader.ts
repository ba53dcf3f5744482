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
  type Reading,
  type TimedPageQuery,
} from '#functions/ports/store.ts';
import {
  cardLinesPartition,
  dueShards,
  everybodyPartition,
  everybodyShards,
  laterPlaces,
  timePlace,
  ulidOf,
  type DueKind,
  type EverybodyKind,
  type ItemKey,
} from './table.ts';
import { itemOf } from './transact-item.ts';
import { upgraded } from './upgrade-card.ts';

/** An item as the table has it. */
export type Item = Record<string, unknown>;

/** Attributes that the table adds to an entity. */
const added = new Set(['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'ttlAtSeconds', 'entity', 'seal']);

/** Returns the fields of the entity that an item holds, without what the table adds. */
export function entityFields(item: Item): Item {
  const entity: Item = {};
  for (const name in item) if (!added.has(name)) entity[name] = item[name];
  return entity;
}

/** Integrity errors of each item that was checked. An item is not changed after it was read, so they stay valid. */
const knownErrors = new WeakMap<
  Item,
  { readonly kind: EntityKind; readonly errors: Readonly<Record<string, string>> }
>();

/** Maximum number of attempts for keys that a batch left out. */
const batchAttempts = 4;

/** The ways in which the table is read: by query, page by page, in batches, and what is due. */
export function createTableReader(client: DynamoDBDocumentClient, tableName: string, nowSeconds: () => number) {
  /** The item that each entity was read from, for as long as the entity is in use. */
  const itemsOf = new WeakMap<object, Item>();
  /** The fields as stored of each entity that was read in an earlier form and upgraded. */
  const storedAs = new WeakMap<object, Item>();

  function entityOf<K extends EntityKind>(item: Item | undefined): Entities[K] | undefined {
    if (item === undefined) return undefined;
    const { ttlAtSeconds } = item;
    // DynamoDB deletes expired items up to two days late: they are gone for us at once.
    if (typeof ttlAtSeconds === 'number' && ttlAtSeconds <= nowSeconds()) return undefined;
    const entity = entityFields(item);
    const present = upgraded(item['entity'], entity);
    itemsOf.set(present, item);
    if (present !== entity) storedAs.set(present, entity);
    return present as Entities[K];
  }

  function integrityErrorsOf<K extends EntityKind>(kind: K, entity: Entities[K]): Readonly<Record<string, string>> {
    const item = itemsOf.get(entity);
    if (item === undefined) return {};
    const known = knownErrors.get(item);
    if (known?.kind === kind) return known.errors;
    const errors = readIntegrityErrors(kind, item, (storedAs.get(entity) ?? entity) as Entities[K]);
    knownErrors.set(item, { kind, errors });
    return errors;
  }

  async function answered<T>(request: Promise<T>): Promise<T> {
    try {
      return await request;
    } catch (thrown) {
      throw new StoreUnavailable(thrown);
    }
  }

  async function query(
    input: Omit<QueryCommandInput, 'TableName'>,
  ): Promise<{ items: Item[]; last: Item | undefined }> {
    const output = await answered(client.send(new QueryCommand({ TableName: tableName, ...input })));
    return { items: output.Items ?? [], last: output.LastEvaluatedKey };
  }

  /** Returns all items of a query, which may take more than one answer: each ends at a megabyte. */
  async function queryAll<K extends EntityKind>(
    input: Omit<QueryCommandInput, 'TableName' | 'Limit' | 'ExclusiveStartKey'>,
  ): Promise<readonly Entities[K][]> {
    const found: Item[] = [];
    let after: Item | undefined;
    do {
      const { items, last } = await query({ ...input, ExclusiveStartKey: after });
      found.push(...items);
      after = last;
    } while (after !== undefined);
    return found.map((item) => entityOf<K>(item)).filter((entity) => entity !== undefined);
  }

  /**
   * Returns a page in the order of a sort key. It reads one item more than it shows, so a full last page names no next
   * one.
   */
  async function pageOf<K extends EntityKind>(
    input: Omit<QueryCommandInput, 'TableName' | 'Limit'>,
    limit: number,
    sortKey: 'sk' | 'gsi1sk' | 'gsi2sk',
  ): Promise<Page<Entities[K]>> {
    const { items, last } = await query({ ...input, Limit: limit + 1 });
    const shown = items.slice(0, limit);
    const hasMore = items.length > limit || last !== undefined;
    return {
      items: shown.map((item) => entityOf<K>(item)).filter((entity) => entity !== undefined),
      cursor: hasMore ? String(shown.at(-1)?.[sortKey]) : undefined,
    };
  }

  /**
   * Returns a page of a list of everybody, merged from a page of each shard. A shard whose answer was cut short may
   * hold more items after its last one, so this page shows nothing that comes after that item.
   */
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
    const cut = shards.filter(({ last }) => last !== undefined);
    const horizon =
      cut
        .map(({ items }) => String(items.at(-1)?.['gsi1sk']))
        .toSorted()
        .at(-1) ?? '';
    const merged = shards
      .flatMap(({ items }) => items)
      .filter((item) => String(item['gsi1sk']) >= horizon)
      .toSorted((a, b) => (String(a['gsi1sk']) > String(b['gsi1sk']) ? -1 : 1));
    const shown = merged.slice(0, limit);
    const hasMore = merged.length > limit || cut.length > 0;
    return {
      items: shown.map((item) => entityOf<K>(item)).filter((entity) => entity !== undefined),
      cursor: hasMore ? String(shown.at(-1)?.['gsi1sk']) : undefined,
    };
  }

  /**
   * Returns a page of a person's history, merged from the account's activity and the cards' payments. Their sort keys
   * begin with the time in the same form, so one cursor serves both. Nothing is shown after the last item of a list
   * that was cut short.
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
    const lists = [
      {
        last: own.last,
        places: own.items.map((item) => ({ place: String(item['sk']).slice('MOVEMENT#'.length), item })),
      },
      { last: cards.last, places: cards.items.map((item) => ({ place: String(item['gsi1sk']), item })) },
    ];
    const cut = lists.filter(({ last }) => last !== undefined).map(({ places }) => places.at(-1)?.place ?? '');
    const horizon = cut.toSorted().at(-1) ?? '';
    const merged = lists
      .flatMap(({ places }) => places)
      // BETWEEN includes the cursor itself.
      .filter(({ place }) => place >= horizon && place < before)
      .toSorted((a, b) => (a.place > b.place ? -1 : 1));
    const shown = merged.slice(0, limit);
    const hasMore = merged.length > limit || cut.length > 0;
    return {
      items: shown.map(({ item }) => historyLineOf(item)).filter((line) => line !== undefined),
      cursor: hasMore ? shown.at(-1)?.place : undefined,
    };
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
    return shards
      .flatMap(({ items }) => items)
      .toSorted((a, b) => (String(a[`${index}sk`]) < String(b[`${index}sk`]) ? -order : order))
      .map((item) => entityOf<K>(item))
      .filter((entity) => entity !== undefined);
  }

  return {
    entityOf,
    integrityErrorsOf,
    answered,
    query,
    queryAll,
    pageOf,
    pageOfEverybody,
    pageOfHistory,
    batchGet,
    dueIn,
  };
}

function readIntegrityErrors<K extends EntityKind>(
  kind: K,
  item: Item,
  entity: Entities[K],
): Readonly<Record<string, string>> {
  const should = asWritten(kind, entity);
  if (should === undefined) return { seal: 'unknown: a field of its key is missing' };
  const errors: Record<string, string> = {};
  const later = laterPlaces(kind, should);
  // An item from before these attributes lacks all of them; an item that lacks only some was edited.
  const isOfBefore = later.every((name) => item[name] === undefined);
  for (const name of added) {
    if (item[name] === should[name]) continue;
    if (isOfBefore && later.includes(name)) continue;
    errors[name] = `is ${words(item[name])}, must be ${words(should[name])}`;
  }
  return errors;
}

/** Returns the item that an entity would be written as; undefined when its fields are not of their types. */
function asWritten<K extends EntityKind>(kind: K, entity: Entities[K]): Item | undefined {
  try {
    return itemOf(kind, entity);
  } catch {
    return undefined;
  }
}

function words(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}
