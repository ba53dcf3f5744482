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
import type { Clock } from '#functions/ports/clock.ts';
import type { Card, CardTransaction, Entities, EntityKeys, EntityKind, Entry } from '#functions/ports/entities.ts';
import {
  StoreUnavailable,
  WriteConflict,
  type Conflict,
  type Page,
  type Store,
  type Write,
} from '#functions/ports/store.ts';
import {
  duePartition,
  dueShards,
  indexAttributes,
  journalPartition,
  keyOf,
  rewardPartition,
  type DueKind,
  type ItemKey,
} from './table.ts';

type Item = Record<string, unknown>;
type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Attributes that the table adds to an entity. */
const added = new Set(['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'ttlAtSeconds', 'entity']);

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
    return Object.fromEntries(Object.entries(item).filter(([name]) => !added.has(name))) as Entities[K];
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

  async function listDue<K extends DueKind>(kind: K, nowMs: number, limit: number): Promise<readonly Entities[K][]> {
    const shards = await Promise.all(
      Array.from({ length: dueShards }, (_, shard) =>
        query({
          IndexName: 'gsi2',
          KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk <= :now',
          ExpressionAttributeValues: {
            ':pk': duePartition(kind, shard),
            ':now': `${String(nowMs).padStart(14, '0')}#~`,
          },
          Limit: limit,
        }),
      ),
    );
    return shards
      .flatMap(({ items }) => items)
      .toSorted((a, b) => (String(a['gsi2sk']) < String(b['gsi2sk']) ? -1 : 1))
      .map((item) => entityOf<K>(item))
      .filter((entity) => entity !== undefined);
  }

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
