import { createHash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';

/** The content of the table: `entity pk sk` → fingerprint. */
export type TableState = ReadonlyMap<string, string>;

/** Changes that a refusal is meant to leave behind, and changes by the stream and the clock. */
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

/** Attributes in which jobs note when they looked last and when they look next, and the checksum over all of them. */
const looks = /^(version|seal|.*AtMs|.*AtSeconds|gsi\d.*|attempts)$/;

/** Opens the table of a local stack for reading all of it: what the product itself never does. */
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

/** The keys of what is new, gone or changed. */
export function changesOf(before: TableState, after: TableState): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key));
}

/** The same text for the same item: an engine owes nobody an order of attributes. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  return Object.entries(value)
    .filter(([name]) => !looks.test(name))
    .map(([name, inner]) => [name, inOrder(inner)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
