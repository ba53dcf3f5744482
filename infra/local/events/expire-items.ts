import { BatchWriteItemCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** The table's name, keys and the attribute that says when an item has had its time. */
export type ExpiringTable = {
  readonly tableName: string;
  readonly keyNames: readonly string[];
  readonly ttlAttribute: string;
};

/**
 * Stands in for DynamoDB's TTL, which the local engines do not run on a table with indexes: deletes the items that
 * expired before `nowMs` and returns their number. No condition is read again before a deletion, as in the cloud, where
 * an item may vanish at any moment after its time.
 */
export async function expireItems(client: DynamoDBClient, table: ExpiringTable, nowMs: number): Promise<number> {
  const { tableName, keyNames, ttlAttribute } = table;
  const names = Object.fromEntries(keyNames.map((name, index) => [`#k${index}`, name]));
  let count = 0;
  const pages = paginateScan(
    { client },
    {
      TableName: tableName,
      FilterExpression: '#ttl <= :now',
      ProjectionExpression: Object.keys(names).join(', '),
      ExpressionAttributeNames: { ...names, '#ttl': ttlAttribute },
      ExpressionAttributeValues: { ':now': { N: String(Math.floor(nowMs / 1000)) } },
      // Small pages: the engine serves the product between two of them.
      Limit: 500,
    },
  );
  for await (const { Items: keys = [] } of pages) {
    await deleteAll(client, tableName, keys);
    count += keys.length;
  }
  return count;
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
