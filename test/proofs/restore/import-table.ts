import { BatchWriteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { inParallel } from '#functions/domain/in-parallel.ts';
import type { WireItem } from './read-export.ts';

/** Maximum number of items that DynamoDB takes in one batch. */
const batchMax = 25;

/** Maximum number of batches at once. */
const batchesAtOnce = 4;

/** Number of items per step, which are in memory at once. */
const stepMax = 2_000;

/** Kinds that are not restored: with its key, a one-time code in an old backup could be read. */
const leftOut: ReadonlySet<string | undefined> = new Set(['cardCodesKey']);

/** Yields the items of an export that are restored: all but the keys of one-time codes. */
export function* withoutLeftOut(items: Iterable<WireItem>): Generator<WireItem> {
  for (const item of items) if (!leftOut.has(item['entity']?.S)) yield item;
}

/** Writes the items of an export into an empty table, without the keys of one-time codes. Returns their number. */
export async function importTable(
  client: DynamoDBClient,
  tableName: string,
  items: Iterable<WireItem>,
): Promise<number> {
  let imported = 0;
  let step: WireItem[] = [];
  const flush = async (): Promise<void> => {
    const batches = Array.from({ length: Math.ceil(step.length / batchMax) }, (_, at) =>
      step.slice(at * batchMax, (at + 1) * batchMax),
    );
    const troubles: unknown[] = [];
    await inParallel(
      batches,
      batchesAtOnce,
      (batch) => write(client, tableName, batch),
      (_, thrown) => void troubles.push(thrown),
    );
    if (troubles.length > 0) throw troubles[0];
    imported += step.length;
    step = [];
  };
  for (const item of withoutLeftOut(items)) {
    step.push(item);
    if (step.length === stepMax) await flush();
  }
  await flush();
  return imported;
}

async function write(client: DynamoDBClient, tableName: string, batch: readonly WireItem[]): Promise<void> {
  let requests = batch.map((Item) => ({ PutRequest: { Item } }));
  for (let tries = 0; requests.length > 0; tries += 1) {
    if (tries === 10) throw new Error(`DynamoDB leaves ${requests.length} items out again and again`);
    const { UnprocessedItems } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [tableName]: requests } }),
    );
    requests = (UnprocessedItems?.[tableName] ?? []) as typeof requests;
  }
}
