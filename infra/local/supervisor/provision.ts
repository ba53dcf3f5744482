import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import type { KeySchemaElement, TableDescription } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, GetQueueUrlCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';

import { tableDefinition } from '../../definition/table.ts';
import type { QueueDefinition } from '../../definition/types.ts';
import { StackError } from './stack-error.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

const stream = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;

/** Makes the table unless it exists. A table of an older version gets its stream. */
export async function provisionTable(
  endpoint: string,
  region: string,
  tableName: string,
  { hasStream = true }: { readonly hasStream?: boolean } = {},
): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region, credentials });
  const existing = await describeTable(client, tableName);
  if (existing) {
    const names = new Set(existing.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
    if (tableDefinition.indexes.every(({ name }) => names.has(name))) {
      const lacksStream = hasStream && existing.StreamSpecification?.StreamEnabled !== true;
      if (lacksStream) await client.send(new UpdateTableCommand({ TableName: tableName, StreamSpecification: stream }));
      return;
    }
    throw new StackError(
      'The table in this data directory was made by an older version of Satchel and lacks an index. ' +
        'Delete the data directory, or start with another DATA_DIR.',
    );
  }
  const { partitionKey, sortKey, indexes } = tableDefinition;
  const attributes = [partitionKey, sortKey, ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])];
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: attributes.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keySchema(partitionKey, sortKey),
      ...(hasStream && { StreamSpecification: stream }),
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keySchema(index.partitionKey, index.sortKey),
        Projection: { ProjectionType: 'ALL' },
      })),
    }),
  );
}

function keySchema(partitionKey: string, sortKey: string): KeySchemaElement[] {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ];
}

async function describeTable(client: DynamoDBClient, tableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: tableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Makes every queue and its dead-letter queue, brings their settings up to date, and returns the queues' URLs. */
export async function provisionQueues(
  endpoint: string,
  region: string,
  queues: Readonly<Record<string, QueueDefinition>>,
): Promise<Record<string, string>> {
  const client = new SQSClient({ endpoint, region, credentials });
  const entries = await Promise.all(
    Object.entries(queues).map(async ([name, queue]): Promise<[string, string]> => {
      const deadLetterQueue = `${name}-dlq`;
      await provisionQueue(client, deadLetterQueue, { MessageRetentionPeriod: days(queue.deadLetterRetentionDays) });
      await provisionQueue(client, name, {
        VisibilityTimeout: String(queue.visibilityTimeoutSeconds),
        MessageRetentionPeriod: days(queue.retentionDays),
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: `arn:aws:sqs:${region}:000000000000:${deadLetterQueue}`,
          maxReceiveCount: queue.maxReceiveCount,
        }),
      });
      // The stand-in's own URLs name a host that does not resolve.
      return [name, `${endpoint}/000000000000/${name}`];
    }),
  );
  return Object.fromEntries(entries);
}

async function provisionQueue(client: SQSClient, name: string, attributes: Record<string, string>): Promise<void> {
  const existing = await client.send(new GetQueueUrlCommand({ QueueName: name })).catch(() => undefined);
  if (!existing?.QueueUrl) {
    await client.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
    return;
  }
  await client.send(new SetQueueAttributesCommand({ QueueUrl: existing.QueueUrl, Attributes: attributes }));
}

function days(count: number): string {
  return String(count * 86_400);
}
