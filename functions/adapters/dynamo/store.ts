import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type QueryCommandInput,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { encodeTime } from 'ulid';
import type { Clock } from '#functions/ports/clock.ts';
import type { Entities, EntityKeys, EntityKind } from '#functions/ports/entities.ts';
import type { Entry } from '#functions/ports/entities/books.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { PlatformFigures } from '#functions/ports/entities/statistics.ts';
import {
  StoreUnavailable,
  WriteConflict,
  type Conflict,
  type Page,
  type PageQuery,
  type Store,
  type Write,
} from '#functions/ports/store.ts';
import {
  catchUpPartition,
  duePartition,
  dueShards,
  everybodyPartition,
  everybodyShards,
  fundedPartition,
  fundedShards,
  indexAttributes,
  journalPartition,
  keyOf,
  rewardPartition,
  searchPartition,
  type DueKind,
  type EverybodyKind,
  type ItemKey,
} from './table.ts';

type Item = Record<string, unknown>;
type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Attributes that the table adds to an entity. */
const added = new Set(['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'ttlAtSeconds', 'entity']);

/** As many keys as DynamoDB takes in one batch. */
const batchMax = 100;

/** How often what a batch left out is asked for. */
const batchAttempts = 4;

/** The condition that an item has not expired: what is not read any more is not there for a write either. */
const isLive = '(attribute_not_exists(ttlAtSeconds) OR ttlAtSeconds > :now)';

/** A document client with the settings that entities need. */
export function createDocumentClient(client = new DynamoDBClient({})): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/**
 * The table. Every write of a commit carries its condition, so nothing is decided on what was read before: the version
 * in the condition is the one that the decision was computed from.
 */
export function createDynamoStore(client: DynamoDBDocumentClient, tableName: string, clock: Clock): Store {
  const nowSeconds = (): number => Math.floor(clock.now() / 1000);

  function entityOf<K extends EntityKind>(item: Item | undefined): Entities[K] | undefined {
    if (item === undefined) return undefined;
    const { ttlAtSeconds } = item;
    // DynamoDB deletes expired items up to two days late: they are gone for us at once.
    if (typeof ttlAtSeconds === 'number' && ttlAtSeconds <= nowSeconds()) return undefined;
    const entity: Item = {};
    for (const name in item) if (!added.has(name)) entity[name] = item[name];
    return entity as Entities[K];
  }

  function itemOf(kind: EntityKind, value: Entities[EntityKind]): Item {
    return { ...value, ...key(kind, value), ...indexAttributes(kind, value), entity: kind };
  }

  function transactItem(write: Write): TransactItem {
    switch (write.write) {
      case 'insert':
        return {
          Put: {
            TableName: tableName,
            Item: itemOf(write.kind, write.value),
            ConditionExpression: 'attribute_not_exists(pk) OR ttlAtSeconds <= :now',
            ExpressionAttributeValues: { ':now': nowSeconds() },
          },
        };
      case 'update':
        return {
          Put: {
            TableName: tableName,
            Item: itemOf(write.kind, write.value),
            ConditionExpression: `version = :version AND ${isLive}`,
            ExpressionAttributeValues: { ':version': write.value.version - 1, ':now': nowSeconds() },
          },
        };
      case 'check':
        return {
          ConditionCheck: {
            TableName: tableName,
            Key: key(write.kind, write.key),
            ConditionExpression: `version = :version AND ${isLive}`,
            ExpressionAttributeValues: { ':version': write.version, ':now': nowSeconds() },
          },
        };
      case 'remove':
        return {
          Delete: {
            TableName: tableName,
            Key: key(write.kind, write.key),
            ConditionExpression: `attribute_exists(pk) AND ${isLive}`,
            ExpressionAttributeValues: { ':now': nowSeconds() },
          },
        };
    }
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

  /** A page in the order of a sort key. One item more is asked for than is shown: a full last page names no next one. */
  async function pageOf<K extends EntityKind>(
    input: Omit<QueryCommandInput, 'TableName' | 'Limit'>,
    limit: number,
    sortKey: 'sk' | 'gsi1sk',
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
   * A page of a list of everybody: a page of each of its shards, merged. A shard whose answer was cut short may hold more
   * below its last item, so nothing that sorts below that is shown before the next page.
   */
  async function pageOfEverybody<K extends EverybodyKind>(
    kind: K,
    { limit, cursor }: PageQuery,
  ): Promise<Page<Entities[K]>> {
    const shards = await Promise.all(
      Array.from({ length: everybodyShards }, (_, shard) =>
        query({
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk < :before',
          ExpressionAttributeValues: { ':pk': everybodyPartition(kind, shard), ':before': cursor ?? '~' },
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

  /** At most a hundred items. What the table had no room for just then is asked for again. */
  async function batchGet(keys: readonly ItemKey[]): Promise<Item[]> {
    const found: Item[] = [];
    let wanted: Item[] = keys.map((each) => ({ ...each }));
    for (let attempt = 1; wanted.length > 0; attempt += 1) {
      if (attempt > batchAttempts) throw new StoreUnavailable('unprocessed keys');
      const input = { RequestItems: { [tableName]: { Keys: wanted, ConsistentRead: true } } };
      const { Responses, UnprocessedKeys } = await answered(client.send(new BatchGetCommand(input)));
      found.push(...(Responses?.[tableName] ?? []));
      wanted = UnprocessedKeys?.[tableName]?.Keys ?? [];
    }
    return found;
  }

  /** What is due by a time in an index whose sort keys begin with that time, oldest first over all shards. */
  async function dueIn<K extends DueKind>(
    index: 'gsi1' | 'gsi2',
    partition: (shard: number) => string,
    nowMs: number,
    limit: number,
  ): Promise<readonly Entities[K][]> {
    const shards = await Promise.all(
      Array.from({ length: dueShards }, (_, shard) =>
        query({
          IndexName: index,
          KeyConditionExpression: `${index}pk = :pk AND ${index}sk <= :now`,
          ExpressionAttributeValues: {
            ':pk': partition(shard),
            ':now': `${String(nowMs).padStart(14, '0')}#~`,
          },
          Limit: limit,
        }),
      ),
    );
    return shards
      .flatMap(({ items }) => items)
      .toSorted((a, b) => (String(a[`${index}sk`]) < String(b[`${index}sk`]) ? -1 : 1))
      .map((item) => entityOf<K>(item))
      .filter((entity) => entity !== undefined);
  }

  const listDue = <K extends DueKind>(kind: K, nowMs: number, limit: number): Promise<readonly Entities[K][]> =>
    dueIn<K>('gsi2', (shard) => duePartition(kind, shard), nowMs, limit);

  return {
    async get(kind, id) {
      const output = await answered(
        client.send(new GetCommand({ TableName: tableName, Key: key(kind, id), ConsistentRead: true })),
      );
      return entityOf(output.Item);
    },

    async getBoth(first, second) {
      const keys = [key(first.kind, first.key), key(second.kind, second.key)];
      const output = await answered(
        client.send(new BatchGetCommand({ RequestItems: { [tableName]: { Keys: keys, ConsistentRead: true } } })),
      );
      if (Object.keys(output.UnprocessedKeys ?? {}).length > 0) throw new StoreUnavailable('unprocessed keys');
      const found = output.Responses?.[tableName] ?? [];
      const at = (wanted: ItemKey | undefined): Item | undefined =>
        found.find((item) => item['pk'] === wanted?.pk && item['sk'] === wanted?.sk);
      return [entityOf(at(keys[0])), entityOf(at(keys[1]))];
    },

    async getMany<K extends EntityKind>(kind: K, ids: readonly EntityKeys[K][]) {
      const keys = ids.map((id) => key(kind, id));
      // A batch that names a key twice is refused.
      const distinct = [...new Map(keys.map((each) => [placeOf(each), each])).values()];
      const batches = Array.from({ length: Math.ceil(distinct.length / batchMax) }, (_, index) =>
        batchGet(distinct.slice(index * batchMax, (index + 1) * batchMax)),
      );
      const found = new Map((await Promise.all(batches)).flat().map((item) => [placeOf(item), item]));
      return keys.map((each) => entityOf<K>(found.get(placeOf(each))));
    },

    async commit(writes) {
      try {
        await client.send(new TransactWriteCommand({ TransactItems: writes.map(transactItem) }));
      } catch (thrown) {
        throw asConflict(thrown, writes) ?? new StoreUnavailable(thrown);
      }
    },

    async listCards(userId) {
      const { items } = await query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': `USER#${userId}`, ':sk': 'CARD#' },
        ScanIndexForward: false,
        ConsistentRead: true,
      });
      return items.map((item) => entityOf<'card'>(item)).filter((card): card is Card => card !== undefined);
    },

    listMovements: (userId, { limit, cursor }) =>
      pageOf<'movement'>(
        {
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': `USER#${userId}`,
            ':from': 'MOVEMENT#',
            // The cursor is the last sort key shown; the range ends just before it.
            ':to': cursor === undefined ? 'MOVEMENT#~' : before(cursor),
          },
          ScanIndexForward: false,
          ConsistentRead: true,
        },
        limit,
        'sk',
      ),

    listUsers: (page) => pageOfEverybody('user', page),
    listAllMovements: (page) => pageOfEverybody('movement', page),

    listSearchTerms: (prefix, { limit, cursor }) =>
      pageOf<'searchTerm'>(
        {
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': searchPartition(prefix), ':prefix': prefix },
          ...(cursor === undefined ? {} : { ExclusiveStartKey: { pk: searchPartition(prefix), sk: cursor } }),
          ConsistentRead: true,
        },
        limit,
        'sk',
      ),

    async listCardTransactions(cardId, { from, to }) {
      const { items } = await query({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': `CARD#${cardId}`,
          ':from': keyOf.cardTransaction({ cardId, number: from }).sk,
          ':to': keyOf.cardTransaction({ cardId, number: to }).sk,
        },
        ScanIndexForward: false,
        ConsistentRead: true,
      });
      return items
        .map((item) => entityOf<'cardTransaction'>(item))
        .filter((transaction): transaction is CardTransaction => transaction !== undefined);
    },

    async listEntries(ownerId, { from, limit }) {
      const { items } = await query({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': `ACCOUNT#${ownerId}`,
          ':from': keyOf.entry({ ownerId, sequence: from }).sk,
          ':to': 'ENTRY#~',
        },
        ConsistentRead: true,
        Limit: limit,
      });
      return items.map((item) => entityOf<'entry'>(item)).filter((entry): entry is Entry => entry !== undefined);
    },

    listDueOperations: (nowMs, limit) => listDue('operation', nowMs, limit),
    listDueDeposits: (nowMs, limit) => listDue('deposit', nowMs, limit),
    listDueCards: (nowMs, limit) => listDue('card', nowMs, limit),
    listCardsToCatchUp: (nowMs, limit) => dueIn<'card'>('gsi1', catchUpPartition, nowMs, limit),
    listDueRewards: (nowMs, limit) => listDue('reward', nowMs, limit),
    listDueReferralAccounts: (nowMs, limit) => listDue('referralAccount', nowMs, limit),

    listRewards: (referrerId, { limit, cursor }) =>
      pageOf<'reward'>(
        {
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk < :before',
          ExpressionAttributeValues: { ':pk': rewardPartition(referrerId), ':before': cursor ?? '~' },
          ScanIndexForward: false,
        },
        limit,
        'gsi1sk',
      ),

    async countUsersRegistered(day) {
      const [from, to] = [Date.parse(day), Date.parse(day) + 24 * 60 * 60_000 - 1];
      // An id is made a moment before its account: the range is wider than the day, and the account itself decides.
      const ids = { ':from': encodeTime(from - 60_000), ':to': `${encodeTime(to + 60_000)}~` };
      const countIn = async (shard: number): Promise<number> => {
        let count = 0;
        let after: Item | undefined;
        do {
          const input: QueryCommandInput = {
            TableName: tableName,
            IndexName: 'gsi1',
            Select: 'COUNT',
            KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to',
            FilterExpression: 'createdAtMs BETWEEN :first AND :last',
            ExpressionAttributeValues: {
              ':pk': everybodyPartition('user', shard),
              ...ids,
              ':first': from,
              ':last': to,
            },
            ExclusiveStartKey: after,
          };
          const output = await answered(client.send(new QueryCommand(input)));
          count += output.Count ?? 0;
          after = output.LastEvaluatedKey;
        } while (after !== undefined);
        return count;
      };
      const counts = await Promise.all(Array.from({ length: everybodyShards }, (_, shard) => countIn(shard)));
      return counts.reduce((total, count) => total + count, 0);
    },

    async listPlatformFigures(shard) {
      const rows: PlatformFigures[] = [];
      let after: Item | undefined;
      do {
        const { items, last } = await query({
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': keyOf.platformFigures({ day: '', shard }).pk },
          ConsistentRead: true,
          ExclusiveStartKey: after,
        });
        rows.push(...items.map((item) => entityOf<'platformFigures'>(item)).filter((row) => row !== undefined));
        after = last;
      } while (after !== undefined);
      return rows;
    },

    async listMostFunded(limit) {
      const shards = await Promise.all(
        Array.from({ length: fundedShards }, (_, shard) =>
          query({
            IndexName: 'gsi1',
            KeyConditionExpression: 'gsi1pk = :pk',
            ExpressionAttributeValues: { ':pk': fundedPartition(shard) },
            ScanIndexForward: false,
            Limit: limit,
          }),
        ),
      );
      return shards
        .flatMap(({ items }) => items)
        .toSorted((a, b) => (String(a['gsi1sk']) > String(b['gsi1sk']) ? -1 : 1))
        .slice(0, limit)
        .map((item) => entityOf<'userFigures'>(item))
        .filter((figures) => figures !== undefined);
    },

    listJournal: (day, shard, { limit, cursor }) =>
      pageOf<'journal'>(
        {
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk > :after',
          ExpressionAttributeValues: { ':pk': journalPartition(day, shard), ':after': cursor ?? ' ' },
        },
        limit,
        'gsi1sk',
      ),
  };
}

function key<K extends EntityKind>(kind: K, id: EntityKeys[K]): ItemKey {
  return keyOf[kind](id);
}

/** A key, or an item's key, as one text. */
function placeOf({ pk, sk }: Item | ItemKey): string {
  return `${String(pk)}|${String(sk)}`;
}

/** The greatest text that sorts before this one, among texts of letters and digits. */
function before(text: string): string {
  const last = text.codePointAt(text.length - 1) ?? 0;
  return `${text.slice(0, -1)}${String.fromCodePoint(last - 1)}~`;
}

/** Reads DynamoDB's reasons by position. Undefined when the failure is not about our conditions. */
function asConflict(thrown: unknown, writes: readonly Write[]): WriteConflict | undefined {
  if (!(thrown instanceof TransactionCanceledException)) return undefined;
  const conflicts = (thrown.CancellationReasons ?? []).flatMap((reason, index): Conflict[] => {
    const write = writes[index];
    if (write === undefined || reason.Code === undefined || reason.Code === 'None') return [];
    const { kind } = write;
    if (reason.Code === 'ConditionalCheckFailed')
      return [{ kind, reason: write.write === 'insert' ? 'exists' : 'stale' }];
    if (contention.has(reason.Code)) return [{ kind, reason: 'contended' }];
    return [];
  });
  return conflicts.length > 0 ? new WriteConflict(conflicts) : undefined;
}

/** Reasons that go away by themselves: another transaction was faster, or the partition is busy. */
const contention = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
