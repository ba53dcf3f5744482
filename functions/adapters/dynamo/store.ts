import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { idPrefixes } from '#shared/ids.ts';
import { callLimits } from '#functions/adapters/aws/call-limits.ts';
import type { Clock } from '#functions/ports/clock.ts';
import type { Entities, EntityKeys, EntityKind } from '#functions/ports/entities.ts';
import type { Entry } from '#functions/ports/entities/books.ts';
import { StoreUnavailable, type Reading, type Store } from '#functions/ports/store.ts';
import type { WaitingKind } from '#functions/ports/waiting.ts';
import { conflictOf, hasMetItself } from './conflict-of.ts';
import { noteLosses } from './lost-attempts.ts';
import { createTableReader, type Item } from './table-reader.ts';
import {
  aboutPartition,
  actorPartition,
  amountPartition,
  cardReferencePartition,
  catchUpPartition,
  duePartition,
  dueShards,
  everybodyPartition,
  everybodyShards,
  fundedPartition,
  heldPartition,
  fundedShards,
  journalPartition,
  journalPlace,
  keyOf,
  keyOfEntity,
  notificationPartition,
  adjustmentsPartition,
  openCasesPartition,
  personCasesPartition,
  refusedPartition,
  rewardPartition,
  searchPartition,
  lastFourPartition,
  sessionPartition,
  timePlace,
  transitPartition,
  waitingPartition,
  type DueKind,
  type ItemKey,
} from './table.ts';
import { transactItem } from './transact-item.ts';

/** Maximum number of deposits that one id leads to. */
const referencesMax = 20;

/** Maximum number of keys that DynamoDB takes in one batch. */
const batchMax = 100;

/** The greatest time that a sort key can hold, in milliseconds. */
const endOfTimeMs = 10 ** 14 - 1;

/** A document client with the settings that entities need. */
export function createDocumentClient(client = createClient()): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(noteLosses(client), { marshallOptions: { removeUndefinedValues: true } });
}

/**
 * Creates the store over DynamoDB. Every write of a commit carries a condition, mostly the version that the decision
 * was computed from, so no decision on outdated data is stored. Erasures lie in a table of their own, which a restore
 * of the main table leaves alone; a transaction may write both. Where that table is null, any use of the list throws:
 * in the main table, a restore would lose it without a word.
 */
export function createDynamoStore(
  client: DynamoDBDocumentClient,
  tableName: string,
  clock: Clock,
  erasuresTableName: string | null = tableName,
): Store {
  const tableOf = (kind: EntityKind): string => {
    if (kind !== 'erasure') return tableName;
    if (erasuresTableName === null) throw new Error('this function is not granted the list of erasures');
    return erasuresTableName;
  };
  const nowSeconds = (): number => Math.floor(clock.now() / 1000);

  const {
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
  } = createTableReader(client, tableName, nowSeconds);

  const listDue = <K extends DueKind>(kind: K, nowMs: number, limit: number): Promise<readonly Entities[K][]> =>
    dueIn<K>('gsi2', (shard) => duePartition(kind, shard), nowMs, limit);

  const getTogether = async (keys: ItemKey[]): Promise<readonly (Item | undefined)[]> => {
    const output = await answered(
      client.send(new BatchGetCommand({ RequestItems: { [tableName]: { Keys: keys, ConsistentRead: true } } })),
    );
    if (Object.keys(output.UnprocessedKeys ?? {}).length > 0) throw new StoreUnavailable('unprocessed keys');
    const found = output.Responses?.[tableName] ?? [];
    return keys.map(({ pk, sk }) => found.find((item) => item['pk'] === pk && item['sk'] === sk));
  };

  return {
    integrityErrorsOf,

    async get(kind, id, { mayLag = false } = {}) {
      const output = await answered(
        client.send(new GetCommand({ TableName: tableOf(kind), Key: keyOfEntity(kind, id), ConsistentRead: !mayLag })),
      );
      return entityOf(output.Item);
    },

    async getBoth(first, second) {
      const [one, other] = await getTogether([
        keyOfEntity(first.kind, first.key),
        keyOfEntity(second.kind, second.key),
      ]);
      return [entityOf(one), entityOf(other)];
    },

    async getThree(first, second, third) {
      const [one, two, three] = await getTogether([
        keyOfEntity(first.kind, first.key),
        keyOfEntity(second.kind, second.key),
        keyOfEntity(third.kind, third.key),
      ]);
      return [entityOf(one), entityOf(two), entityOf(three)];
    },

    async getMany<K extends EntityKind>(kind: K, ids: readonly EntityKeys[K][], reading: Reading = {}) {
      const keys = ids.map((id) => keyOfEntity(kind, id));
      // A batch that names a key twice is refused.
      const distinct = [...new Map(keys.map((each) => [placeOf(each), each])).values()];
      const batches = Array.from({ length: Math.ceil(distinct.length / batchMax) }, (_, index) =>
        batchGet(distinct.slice(index * batchMax, (index + 1) * batchMax), reading),
      );
      const found = new Map((await Promise.all(batches)).flat().map((item) => [placeOf(item), item]));
      return keys.map((each) => entityOf<K>(found.get(placeOf(each))));
    },

    async commit(writes) {
      const items = writes.map((write) => transactItem(tableOf(write.kind), write, nowSeconds()));
      const [first] = items;
      // A single put costs half of a transaction. Its condition holds only once, so a late repetition writes nothing.
      const alone = writes.length === 1 ? first?.Put : undefined;
      const command = alone
        ? new PutCommand({ ...alone, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })
        : new TransactWriteCommand({ TransactItems: items });
      try {
        await client.send(command as TransactWriteCommand);
      } catch (thrown) {
        if (alone && hasMetItself(thrown, writes, alone.Item)) return;
        throw conflictOf(thrown, writes) ?? new StoreUnavailable(thrown);
      }
    },

    async listDepositReferences(reference) {
      const { items } = await query({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `REFERENCE#${reference}` },
        ConsistentRead: true,
        Limit: referencesMax,
      });
      return items.map((item) => entityOf<'depositReference'>(item)).filter((found) => found !== undefined);
    },

    listCards: (userId, { mayLag = false } = {}) =>
      queryAll<'card'>({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': `USER#${userId}`, ':sk': 'CARD#' },
        ScanIndexForward: false,
        ConsistentRead: !mayLag,
      }),

    listActivity: (userId, { limit, cursor, beforeMs, fromMs, mayLag = false }) =>
      pageOf<'movement'>(
        {
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': `USER#${userId}`,
            ':from': fromMs === undefined ? 'MOVEMENT#' : `MOVEMENT#${timePlace(fromMs)}`,
            // The cursor is the last sort key shown; the range ends just before it.
            ':to': before(cursor ?? `MOVEMENT#${beforeMs === undefined ? '~~' : timePlace(beforeMs)}`),
          },
          ScanIndexForward: false,
          ConsistentRead: !mayLag,
        },
        limit,
        'sk',
      ),

    listHistory: pageOfHistory,

    listUsers: (page) => pageOfEverybody('user', page),
    listAllActivity: (page) => pageOfEverybody('movement', page),

    listActivityByAmount: (amountCents, { limit, cursor, fromMs, toMs }) =>
      pageOf<'movement'>(
        {
          IndexName: 'gsi2',
          KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': amountPartition(amountCents),
            ':from': timePlace(fromMs),
            ':to': before(cursor ?? timePlace(Math.max(1, toMs))),
          },
          ScanIndexForward: false,
        },
        limit,
        'gsi2sk',
      ),

    listAudit(list, page) {
      const { limit, cursor = 'aud_~' } = page;
      switch (list.of) {
        case 'all':
          return pageOfEverybody('audit', page);
        case 'actor':
          return pageOf<'audit'>(
            {
              IndexName: 'gsi2',
              KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk < :before',
              ExpressionAttributeValues: { ':pk': actorPartition(list.actorId), ':before': cursor },
              ScanIndexForward: false,
            },
            limit,
            'gsi2sk',
          );
        case 'subject':
          return pageOf<'audit'>(
            {
              KeyConditionExpression: 'pk = :pk AND sk < :before',
              ExpressionAttributeValues: { ':pk': `AUDIT#${list.subjectId}`, ':before': cursor },
              ScanIndexForward: false,
              ConsistentRead: true,
            },
            limit,
            'sk',
          );
      }
    },

    listEvents: ({ about }, page) =>
      about === undefined
        ? pageOfEverybody('event', page)
        : pageOf<'event'>(
            {
              IndexName: 'gsi2',
              KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk < :before',
              ExpressionAttributeValues: {
                ':pk': aboutPartition(about),
                ':before': page.cursor ?? (page.beforeMs === undefined ? '~' : timePlace(page.beforeMs)),
              },
              ScanIndexForward: false,
            },
            page.limit,
            'gsi2sk',
          ),

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

    listCardsByLastFour: (last4Digits, { limit, cursor }) =>
      pageOf<'cardOwner'>(
        {
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk < :before',
          ExpressionAttributeValues: { ':pk': lastFourPartition(last4Digits), ':before': cursor ?? 'crd_~' },
          ScanIndexForward: false,
        },
        limit,
        'gsi1sk',
      ),

    async listCardLinesByReference(reference) {
      const { items } = await query({
        IndexName: 'gsi2',
        KeyConditionExpression: 'gsi2pk = :pk',
        ExpressionAttributeValues: { ':pk': cardReferencePartition(reference) },
        Limit: referencesMax,
      });
      return items.map((item) => entityOf<'cardTransaction'>(item)).filter((found) => found !== undefined);
    },

    listCardTransactions: (cardId, { from, to, mayLag = false }) =>
      queryAll<'cardTransaction'>({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': `CARD#${cardId}`,
          ':from': keyOf.cardTransaction({ cardId, number: from }).sk,
          ':to': keyOf.cardTransaction({ cardId, number: to }).sk,
        },
        ScanIndexForward: false,
        ConsistentRead: !mayLag,
      }),

    async listEntries(ownerId, { from, limit, mayLag = false }) {
      const { items } = await query({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': `ACCOUNT#${ownerId}`,
          ':from': keyOf.entry({ ownerId, sequence: from }).sk,
          ':to': 'ENTRY#~',
        },
        ConsistentRead: !mayLag,
        Limit: limit,
      });
      return items.map((item) => entityOf<'entry'>(item)).filter((entry): entry is Entry => entry !== undefined);
    },

    async listLastEntries(ownerId, limit) {
      const { items } = await query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': `ACCOUNT#${ownerId}`, ':sk': 'ENTRY#' },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit,
      });
      return items.map((item) => entityOf<'entry'>(item)).filter((entry) => entry !== undefined);
    },

    listDueOperations: (nowMs, limit) => listDue('operation', nowMs, limit),
    listDueDeposits: (nowMs, limit, part) =>
      dueIn<'deposit'>('gsi2', (shard) => duePartition('deposit', shard), nowMs, limit, part),
    listDueCards: (nowMs, limit) => listDue('card', nowMs, limit),
    listCardsToCatchUp: (nowMs, limit, part) => dueIn<'card'>('gsi1', catchUpPartition, nowMs, limit, part),
    listDueWallets: (nowMs, limit) => listDue('wallet', nowMs, limit),
    listDueUsers: (nowMs, limit) => listDue('user', nowMs, limit),
    listDueRewards: (nowMs, limit) => listDue('reward', nowMs, limit),
    listDueReferralAccounts: (nowMs, limit) => listDue('referralAccount', nowMs, limit),

    async listWaiting<K extends WaitingKind>(kind: K, limit: number) {
      const found = await dueIn<K>('gsi1', (shard) => waitingPartition(kind, shard), endOfTimeMs, limit);
      return found.slice(0, limit);
    },

    async listDepositsInTransit() {
      const shards = Array.from({ length: dueShards }, (_, shard) => shard);
      const partitions = shards.flatMap((shard) => [transitPartition(shard), waitingPartition('deposit', shard)]);
      const found = await Promise.all(
        partitions.map((partition) =>
          queryAll<'deposit'>({
            IndexName: 'gsi1',
            KeyConditionExpression: 'gsi1pk = :pk',
            ExpressionAttributeValues: { ':pk': partition },
          }),
        ),
      );
      return found.flat();
    },

    listRefusedDeposits: ({ limit, cursor }) =>
      pageOf<'deposit'>(
        {
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk < :before',
          ExpressionAttributeValues: { ':pk': refusedPartition, ':before': cursor ?? 'dep_~' },
          ScanIndexForward: false,
        },
        limit,
        'gsi1sk',
      ),

    listDueNotifications: (nowMs, limit) => listDue('notification', nowMs, limit),

    listDueSubscriptions: (nowMs, limit) => listDue('subscriptions', nowMs, limit),

    listDueCodesKeys: (nowMs, limit) => listDue('cardCodesKey', nowMs, limit),

    listDueClosings: (nowMs, limit) => listDue('closing', nowMs, limit),

    listNotifications: (userId, { limit, cursor, mayLag = false }) =>
      pageOf<'notification'>(
        {
          KeyConditionExpression: 'pk = :pk AND sk < :before',
          ExpressionAttributeValues: { ':pk': notificationPartition(userId), ':before': cursor ?? 'ntf_~' },
          ScanIndexForward: false,
          ConsistentRead: !mayLag,
        },
        limit,
        'sk',
      ),

    listCases: (userId, { limit, cursor }) =>
      pageOf<'case'>(
        {
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk < :before',
          ExpressionAttributeValues: { ':pk': personCasesPartition(userId), ':before': cursor ?? 'cas_~' },
          ScanIndexForward: false,
        },
        limit,
        'gsi1sk',
      ),

    listOpenCases: (state, { limit, cursor }) =>
      pageOf<'case'>(
        {
          IndexName: 'gsi2',
          KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk > :after',
          ExpressionAttributeValues: { ':pk': openCasesPartition(state), ':after': cursor ?? ' ' },
        },
        limit,
        'gsi2sk',
      ),

    listAdjustments: ({ limit, cursor }) =>
      pageOf<'adjustment'>(
        {
          IndexName: 'gsi2',
          KeyConditionExpression: 'gsi2pk = :pk AND gsi2sk < :before',
          ExpressionAttributeValues: { ':pk': adjustmentsPartition, ':before': cursor ?? 'adj_~' },
          ScanIndexForward: false,
        },
        limit,
        'gsi2sk',
      ),

    listCaseMessages: (caseId) =>
      queryAll<'caseMessage'>({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :message)',
        ExpressionAttributeValues: { ':pk': keyOf.case({ caseId }).pk, ':message': 'MESSAGE#' },
        ConsistentRead: true,
      }),

    async countNotifications(userId, { after, limit }) {
      const input: QueryCommandInput = {
        TableName: tableName,
        Select: 'COUNT',
        KeyConditionExpression: 'pk = :pk AND sk > :after',
        // An expired notification may still be in the table.
        FilterExpression: 'ttlAtSeconds > :now',
        ExpressionAttributeValues: {
          ':pk': notificationPartition(userId),
          ':after': after ?? 'ntf_',
          ':now': nowSeconds(),
        },
        ScanIndexForward: false,
        Limit: limit,
      };
      return (await answered(client.send(new QueryCommand(input)))).Count ?? 0;
    },

    async listErasures({ limit, cursor }) {
      const input: QueryCommandInput = {
        TableName: tableOf('erasure'),
        KeyConditionExpression: 'pk = :pk AND sk > :after',
        ExpressionAttributeValues: { ':pk': 'ERASURES', ':after': cursor ?? ' ' },
        ConsistentRead: true,
        Limit: limit,
      };
      const { Items: found = [], LastEvaluatedKey: last } = await answered(client.send(new QueryCommand(input)));
      const items = found.map((item) => entityOf<'erasure'>(item)).filter((each) => each !== undefined);
      return { items, cursor: last === undefined ? undefined : items.at(-1)?.userId };
    },

    async listSessions(userId, limit) {
      const { items } = await query({
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': sessionPartition(userId) },
        ScanIndexForward: false,
        Limit: limit,
      });
      return items.map((item) => entityOf<'session'>(item)).filter((session) => session !== undefined);
    },

    listRewards: (referrerId, { limit, cursor, fromMs }) =>
      pageOf<'reward'>(
        {
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': rewardPartition(referrerId),
            ':from': fromMs === undefined ? ' ' : `${idPrefixes.reward}_${timePlace(fromMs)}`,
            ':to': before(cursor ?? '~~'),
          },
          ScanIndexForward: false,
        },
        limit,
        'gsi1sk',
      ),

    async listHeldReferrals(referrerId, limit) {
      const { items } = await query({
        IndexName: 'gsi2',
        KeyConditionExpression: 'gsi2pk = :pk',
        ExpressionAttributeValues: { ':pk': heldPartition(referrerId) },
        Limit: limit,
      });
      return items.map((item) => entityOf<'reward'>(item)).filter((reward) => reward !== undefined);
    },

    async countUsersRegistered(day) {
      const [from, to] = [Date.parse(day), Date.parse(day) + 24 * 60 * 60_000 - 1];
      // An id is made a moment before its account, so the range is wider than the day; `createdAtMs` decides.
      const ids = { ':from': timePlace(from - 60_000), ':to': `${timePlace(to + 60_000)}~` };
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

    listPlatformStatistics: (shard, { mayLag = false } = {}) =>
      queryAll<'platformFigures'>({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keyOf.platformFigures({ day: '', shard }).pk },
        ConsistentRead: !mayLag,
      }),

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
        .filter((statistics) => statistics !== undefined);
    },

    listJournal: (day, shard, { limit, cursor, fromMs }) =>
      pageOf<'journal'>(
        {
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk > :after',
          ExpressionAttributeValues: { ':pk': journalPartition(day, shard), ':after': cursor ?? journalPlace(fromMs) },
        },
        limit,
        'gsi1sk',
      ),
  };
}

/**
 * Creates a client with three attempts of three seconds each. The table answers in milliseconds: after three seconds no
 * answer will come on that connection. The caller has 29 seconds, so it can still report that the store is unavailable.
 *
 * A transaction that is cut off may have been written. The SDK repeats it with the same client request token, under
 * which DynamoDB writes once and reports the first outcome. A repetition that meets the first attempt still at work is
 * repeated in turn. A single put has no token: if it is refused after a lost attempt and its own item is there, it
 * counts as written (`hasMetItself`). When no attempt gets a reply, the commit throws StoreUnavailable, as `Store`
 * says. A later read shows what was written, and the condition of each write refuses a change of what was read before.
 */
function createClient(): DynamoDBClient {
  const client = new DynamoDBClient({ maxAttempts: 3, requestHandler: callLimits(3000) });
  for (const name of superfluous) client.middlewareStack.remove(name);
  return client;
}

/**
 * Parts of the SDK that a table does not need and that take a tenth of a call's CPU: its log, its user agent, and a
 * guard against functions that call each other in a loop.
 */
const superfluous = ['loggerMiddleware', 'getUserAgentMiddleware', 'recursionDetectionMiddleware'] as const;

/** A key, or an item's key, as one text. */
function placeOf({ pk, sk }: Item | ItemKey): string {
  return `${String(pk)}|${String(sk)}`;
}

/** The greatest text that sorts before this one, among texts of letters and digits. */
function before(text: string): string {
  const last = text.codePointAt(text.length - 1) ?? 0;
  return `${text.slice(0, -1)}${String.fromCodePoint(last - 1)}~`;
}
