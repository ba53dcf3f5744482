import { BatchWriteItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The table's name, keys and the attribute that says when an item has had its time. */
export type ExpiringTable = {
  readonly tableName: string;
  readonly keyNames: readonly string[];
  readonly ttlAttribute: string;
};

/**
 * Maximum number of pages read in one run, and of items in a page. Small pages: the engine serves the product between
 * two of them.
 */
const most = { pages: 10, itemsOfPage: 500 };

/**
 * Stands in for DynamoDB's TTL, which the local engines do not run on a table with indexes: returns a job that deletes
 * items that expired before `nowMs` and returns their number. Each run looks at a part of the table and the next one goes
 * on there: a run over all of many accounts would keep the engine busy for good. Until then nobody sees what expired, as
 * in the cloud, where it takes up to two days. No condition is read again before a deletion.
 */
export function expireItems(
  client: DynamoDBClient,
  { tableName, keyNames, ttlAttribute }: ExpiringTable,
  { pages, itemsOfPage }: typeof most = most,
): (nowMs: number) => Promise<number> {
  const names = Object.fromEntries(keyNames.map((name, index) => [`#k${index}`, name]));
  let last: Record<string, AttributeValue> | undefined;
  return async (nowMs) => {
    let count = 0;
    for (let page = 0; page < pages; page += 1) {
      const { Items: keys = [], LastEvaluatedKey } = await client.send(
        new ScanCommand({
          TableName: tableName,
          FilterExpression: '#ttl <= :now',
          ProjectionExpression: Object.keys(names).join(', '),
          ExpressionAttributeNames: { ...names, '#ttl': ttlAttribute },
          ExpressionAttributeValues: { ':now': { N: String(Math.floor(nowMs / 1000)) } },
          Limit: itemsOfPage,
          ExclusiveStartKey: last,
        }),
      );
      await deleteAll(client, tableName, keys);
      count += keys.length;
      last = LastEvaluatedKey;
      if (last === undefined) break;
    }
    return count;
  };
}

async function deleteAll(
  client: DynamoDBClient,
  tableName: string,
  keys: readonly Record<string, AttributeValue>[],
): Promise<void> {
  for (let index = 0; index < keys.length; index += 25) {
    const requests = keys.slice(index, index + 25).map((Key) => ({ DeleteRequest: { Key } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: requests } }));
  }
}
