import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { BatchGetCommand, GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { meteredTableName } from '#test/cost/metered-client.ts';
import { sessionSecret } from '#test/support/test-keys.ts';

type Fields = Record<string, unknown>;

/** Below this path a table says yes to every write and does none of it. */
export const dryPath = '/dry';

/** A table as the document client asks it. */
type Table = { send(command: unknown): Promise<unknown> };

const commands = {
  GetItem: (input: Fields) => new GetCommand(native(input)),
  BatchGetItem: (input: Fields) => new BatchGetCommand(native(input)),
  PutItem: (input: Fields) => new PutCommand(native(input)),
  Query: (input: Fields) => new QueryCommand(native(input)),
  TransactWriteItems: (input: Fields) => new TransactWriteCommand(native(input)),
};

/**
 * Serves a table in memory, and the session's secret, as AWS does over HTTP. In a process of its own, so that its CPU is not
 * that of the function which asks.
 */
export async function serveStage(table: Table): Promise<{ readonly address: string; close(): void }> {
  const server = createServer((request, response) => {
    void buffer(request).then(async (bytes) => {
      const [, name = ''] = String(request.headers['x-amz-target']).split('.');
      const answer =
        name === 'GetSecretValue'
          ? { SecretString: JSON.stringify(sessionSecret) }
          : (name === 'TransactWriteItems' || name === 'PutItem') && request.url?.startsWith(dryPath)
            ? {}
            : await table
                .send(commands[name as keyof typeof commands](JSON.parse(bytes.toString()) as Fields))
                .then(wire);
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end(JSON.stringify(answer));
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** The input of a command with plain values where DynamoDB has typed ones. */
function native<T>(input: Fields): T {
  const plain = (value: unknown): Fields | undefined => (value === undefined ? undefined : unmarshall(value as never));
  const actions = input['TransactItems'] as readonly Fields[] | undefined;
  const { Keys = [], ...batch } = Object(fieldsOf(input['RequestItems'])[meteredTableName]) as { Keys?: unknown[] };
  return {
    ...input,
    Item: plain(input['Item']),
    Key: plain(input['Key']),
    ExpressionAttributeValues: plain(input['ExpressionAttributeValues']),
    ExclusiveStartKey: plain(input['ExclusiveStartKey']),
    TransactItems: actions?.map((action) =>
      Object.fromEntries(
        Object.entries(action).map(([kind, given]) => {
          const { Item, Key, ExpressionAttributeValues, ...rest } = fieldsOf(given);
          const values = { ExpressionAttributeValues: plain(ExpressionAttributeValues) };
          return [kind, { ...rest, ...values, ...(Item ? { Item: plain(Item) } : { Key: plain(Key) }) }];
        }),
      ),
    ),
    RequestItems: { [meteredTableName]: { ...batch, Keys: Keys.map(plain) } },
  } as T;
}

/** An answer with DynamoDB's typed values. */
function wire(answer: unknown): Fields {
  const { Item, Items, LastEvaluatedKey, Responses } = answer as Fields;
  const typed = (item: unknown): unknown =>
    item === undefined ? undefined : marshall(item, { removeUndefinedValues: true });
  const all = (items: unknown): unknown => (items === undefined ? undefined : (items as unknown[]).map(typed));
  return {
    Item: typed(Item),
    Items: all(Items),
    LastEvaluatedKey: typed(LastEvaluatedKey),
    Responses: Responses === undefined ? undefined : { [meteredTableName]: all(fieldsOf(Responses)[meteredTableName]) },
  };
}

const fieldsOf = (value: unknown): Fields => Object(value) as Fields;
