import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { MemoryStore } from './memory-store.ts';

/** Reads all items of a table, by kind, which the product itself never does. */
export async function wholeTable(client: DynamoDBDocumentClient, tableName: string): Promise<Pick<MemoryStore, 'all'>> {
  const items: Record<string, unknown>[] = [];
  for await (const page of paginateScan({ client }, { TableName: tableName, ConsistentRead: true })) {
    items.push(...(page.Items ?? []));
  }
  return { all: (kind) => items.filter((item) => item['entity'] === kind) as never };
}
