import { hash } from 'node:crypto';
import { paginateScan, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { checksumOf } from '#functions/adapters/dynamo/checksum.ts';
import { entityFields } from '#functions/adapters/dynamo/entity-reader.ts';
import type { Entities, EntityKind } from '#functions/ports/entities.ts';
import type { WireItem } from './read-export.ts';

/** A digest of a table's content, independent of the order of its items. */
export type Fingerprint = {
  readonly items: number;
  readonly sha256: string;
  /** Keys of items whose fields do not fit their stored checksum. */
  readonly broken: readonly string[];
};

/** Takes the fingerprint of items. */
export function fingerprintOf(items: Iterable<WireItem>): Fingerprint {
  const digests: string[] = [];
  const broken: string[] = [];
  for (const item of items) {
    digests.push(hash('sha256', JSON.stringify(inOrder(item)), 'base64'));
    if (!hasRightChecksum(item)) broken.push(`${item['pk']?.S} ${item['sk']?.S}`);
  }
  return { items: digests.length, sha256: hash('sha256', digests.toSorted().join('\n'), 'hex'), broken };
}

/** Takes the fingerprint of a table. */
export async function fingerprintOfTable(client: DynamoDBClient, tableName: string): Promise<Fingerprint> {
  const items: WireItem[] = [];
  for await (const page of paginateScan({ client }, { TableName: tableName, ConsistentRead: true }))
    items.push(...(page.Items ?? []));
  return fingerprintOf(items);
}

/** True when an item's checksum fits its fields. */
function hasRightChecksum(item: WireItem): boolean {
  const plain = unmarshall(item);
  return plain['seal'] === checksumOf(plain['entity'] as EntityKind, entityFields(plain) as Entities[EntityKind]);
}

/** Returns a value with fields sorted by name and sets sorted by member. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, each]) => [name, inOrder(each)]);
}
