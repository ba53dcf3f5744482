import { randomBytes } from 'node:crypto';
import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { CreateQueueCommand, DeleteQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, inject, it } from 'vitest';
import { checkSecrets } from '#test/secrets/check-secrets.ts';
import type { Canary } from '#test/secrets/find-secrets.ts';

/*
 * The search for leaked secrets runs when all tests have ended (test/support/shared-stack.ts). Here the search itself
 * is tested on the real stack: it finds a planted secret in every place.
 */

const services = inject('services');
const servicesFile = inject('servicesFile');
const local = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

it('finds a secret in a log, a table item, a stored webhook and a queue', async () => {
  const canaries = ['log', 'item', 'webhook', 'queue'].map((where): Canary => ({
    kind: 'token',
    value: `${where}-${randomBytes(24).toString('base64url')}`,
  }));
  const [inLog = '', inItem = '', inWebhook = '', inQueue = ''] = canaries.map(({ value }) => value);
  const log = path.join(path.dirname(servicesFile), 'logs', 'planted.log');
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: services.dynamodb, ...local }));
  const { TableNames: [TableName] = [] } = await table.send(new ListTablesCommand({}));
  const queues = new SQSClient({ endpoint: services.sqs, ...local });
  // Uses a queue of its own, because other tests count the messages of the shared queues.
  const { QueueUrl } = await queues.send(new CreateQueueCommand({ QueueName: 'planted-dlq' }));
  const Key = { pk: 'PLANTED#1', sk: 'PLANTED' };
  try {
    appendFileSync(log, `{"level":"error","detail":"${inLog}"}\n`);
    const bodyBase64 = Buffer.from(`{"token":"${inWebhook}"}`).toString('base64');
    await table.send(new PutCommand({ TableName, Item: { ...Key, note: inItem, bodyBase64 } }));
    await queues.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ version: 0, note: inQueue }) }));
    const { found } = await checkSecrets(servicesFile, '', { canaries });
    const planted = found.filter((each) => each.startsWith('token'));
    expect(
      new Set(planted.map((each) => each.replace(/^.*\) in (\w+ \S+).*$/, '$1').replace(/ fauxqs.*$/, ''))),
    ).toEqual(new Set(['log planted.log', 'item PLANTED#1', 'queue']));
    expect(planted.filter((each) => each.includes('PLANTED#1'))).toHaveLength(2);
  } finally {
    rmSync(log, { force: true });
    await queues.send(new DeleteQueueCommand({ QueueUrl }));
    await table.send(new DeleteCommand({ TableName, Key }));
  }
});
