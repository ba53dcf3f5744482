import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { startFauxqs, type FauxqsServer } from 'fauxqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setAside } from '#bin/reconcile.ts';
import { queues } from '#infra/definition/index.ts';

let server: FauxqsServer;
let sqs: string;
let client: SQSClient;

beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false });
  sqs = `http://127.0.0.1:${server.port}`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  client = new SQSClient({ endpoint: sqs, region: 'us-east-1', credentials });
  for (const name of Object.keys(queues)) await client.send(new CreateQueueCommand({ QueueName: `${name}-dlq` }));
});
afterAll(() => server.stop());

it('counts the messages that were set aside, also those that a person has just listed', async () => {
  expect(await setAside(sqs)).toEqual([]);
  const QueueUrl = `${sqs}/000000000000/payment-events-dlq`;
  for (const MessageBody of ['one', 'two']) await client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  const lines = ['  liveness DLQ payment-events-dlq: 2 messages were set aside'];
  expect(await setAside(sqs)).toEqual(lines);
  await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 1, VisibilityTimeout: 60 }));
  expect(await setAside(sqs)).toEqual(lines);
});
