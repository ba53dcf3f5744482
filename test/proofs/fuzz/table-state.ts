import { createHash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';

/** The content of the table: `entity pk sk` → fingerprint. */
export type TableState = ReadonlyMap<string, string>;

/** Kinds of items that refusals may write, or that the stream and jobs change. */
const moving: ReadonlySet<unknown> = new Set([
  'rateCounter',
  'session',
  'event',
  'marker',
  'platformFigures',
  'userFigures',
  'countedRecord',
  'leaders',
  'audit',
  // Items that jobs write meanwhile.
  'reconciliation',
  'float',
  'floatHour',
  'dailyReport',
  'checkpoint',
  'dayCheckpoint',
]);

/**
 * Attributes that jobs change: times of the last and next check, versions, index keys, the item's checksum, and how far
 * the mail of a notification is.
 */
const looks = /^(version|seal|.*AtMs|.*AtSeconds|gsi\d.*|attempts|mail|mailTries|mailId)$/;

/** Opens the table of a local stack. Returns a function that reads all of it, which the product itself never does. */
export function openTable(endpoint: string): () => Promise<TableState> {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  );
  return async () => {
    const state = new Map<string, string>();
    for await (const page of paginateScan({ client }, { TableName: 'satchel', ConsistentRead: true })) {
      for (const item of page.Items ?? []) {
        if (moving.has(item['entity'])) continue;
        const digest = createHash('sha256')
          .update(JSON.stringify(inOrder(item)))
          .digest('base64url');
        state.set(`${String(item['entity'])} ${String(item['pk'])} ${String(item['sk'])}`, digest);
      }
    }
    return state;
  };
}

/** Returns the keys of new, removed and changed items. */
export function changesOf(before: TableState, after: TableState): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key));
}

/** Sorts the attributes of an item by name, because an engine returns them in any order. Leaves out changing ones. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  return Object.entries(value)
    .filter(([name]) => !looks.test(name))
    .map(([name, inner]) => [name, inOrder(inner)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
