import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#functions/ports/clock.ts';
import type { EntityKeys, EntityKind } from '#functions/ports/entities.ts';
import { StoreUnavailable, type Reading, type Store } from '#functions/ports/store.ts';
import { bookLists } from './book-lists.ts';
import { cardLists } from './card-lists.ts';
import { conflictOf, hasMetItself } from './conflict-of.ts';
import { depositLists } from './deposit-lists.ts';
import { dueLists } from './due-lists.ts';
import type { Item } from './entity-reader.ts';
import { messageLists } from './message-lists.ts';
import { peopleLists } from './people-lists.ts';
import { statisticsLists } from './statistics-lists.ts';
import { createTableReader } from './table-reader.ts';
import { keyOfEntity, type ItemKey } from './table.ts';
import { transactItem } from './transact-item.ts';

/** Maximum number of keys that DynamoDB takes in one batch. */
const batchMax = 100;

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

  const reader = createTableReader(client, tableName, nowSeconds);
  const { entityOf, entitiesOf, answered } = reader;

  const getTogether = async (keys: ItemKey[]): Promise<readonly (Item | undefined)[]> => {
    const output = await answered(
      client.send(new BatchGetCommand({ RequestItems: { [tableName]: { Keys: keys, ConsistentRead: true } } })),
    );
    if (Object.keys(output.UnprocessedKeys ?? {}).length > 0) throw new StoreUnavailable('unprocessed keys');
    const found = output.Responses?.[tableName] ?? [];
    return keys.map(({ pk, sk }) => found.find((item) => item['pk'] === pk && item['sk'] === sk));
  };

  return {
    integrityErrorsOf: reader.integrityErrorsOf,

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
        reader.batchGet(distinct.slice(index * batchMax, (index + 1) * batchMax), reading),
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

    async listErasures({ limit, cursor }) {
      const input: QueryCommandInput = {
        TableName: tableOf('erasure'),
        KeyConditionExpression: 'pk = :pk AND sk > :after',
        ExpressionAttributeValues: { ':pk': 'ERASURES', ':after': cursor ?? ' ' },
        ConsistentRead: true,
        Limit: limit,
      };
      const { Items: found = [], LastEvaluatedKey: last } = await answered(client.send(new QueryCommand(input)));
      const items = entitiesOf<'erasure'>(found);
      return { items, cursor: last === undefined ? undefined : items.at(-1)?.userId };
    },

    ...bookLists(reader),
    ...cardLists(reader),
    ...depositLists(reader),
    ...dueLists(reader),
    ...messageLists(reader),
    ...peopleLists(reader),
    ...statisticsLists(reader),
  };
}

/** A key, or an item's key, as one text. */
function placeOf({ pk, sk }: Item | ItemKey): string {
  return `${String(pk)}|${String(sk)}`;
}
