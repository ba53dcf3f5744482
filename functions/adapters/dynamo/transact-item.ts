import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Entities, EntityKind } from '#functions/ports/entities.ts';
import type { Write } from '#functions/ports/store.ts';
import { checksumOf } from './checksum.ts';
import { indexAttributes, keyOfEntity } from './table.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The condition that an item has not expired. Reads leave an expired item out, so for a write it is absent too. */
const isLive = '(attribute_not_exists(ttlAtSeconds) OR ttlAtSeconds > :now)';

/** The condition that there is no item, or only an expired one. */
const isGone = 'attribute_not_exists(pk) OR ttlAtSeconds <= :now';

/** An entity as the table keeps it: with its key, its places in the indexes, its kind and its checksum. */
export function itemOf(kind: EntityKind, value: Entities[EntityKind]): Record<string, unknown> {
  const keys = { ...keyOfEntity(kind, value), ...indexAttributes(kind, value) };
  return { ...value, ...keys, entity: kind, seal: checksumOf(kind, value) };
}

/** Returns a write with its condition, as DynamoDB takes it. */
export function transactItem(tableName: string, write: Write, nowSeconds: number): TransactItem {
  switch (write.write) {
    case 'insert':
      return {
        Put: {
          TableName: tableName,
          Item: itemOf(write.kind, write.value),
          ConditionExpression: isGone,
          ExpressionAttributeValues: { ':now': nowSeconds },
        },
      };
    case 'update':
      return {
        Put: {
          TableName: tableName,
          Item: itemOf(write.kind, write.value),
          ConditionExpression: `version = :version AND ${isLive}`,
          ExpressionAttributeValues: { ':version': write.value.version - 1, ':now': nowSeconds },
        },
      };
    case 'check':
      return {
        ConditionCheck: {
          TableName: tableName,
          Key: keyOfEntity(write.kind, write.key),
          ConditionExpression: `version = :version AND ${isLive}`,
          ExpressionAttributeValues: { ':version': write.version, ':now': nowSeconds },
        },
      };
    case 'absent':
      return {
        ConditionCheck: {
          TableName: tableName,
          Key: keyOfEntity(write.kind, write.key),
          ConditionExpression: isGone,
          ExpressionAttributeValues: { ':now': nowSeconds },
        },
      };
    case 'remove':
      return {
        Delete: {
          TableName: tableName,
          Key: keyOfEntity(write.kind, write.key),
          ConditionExpression: `attribute_exists(pk) AND ${isLive}`,
          ExpressionAttributeValues: { ':now': nowSeconds },
        },
      };
  }
}
