import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { createSqsEventQueue } from '#functions/adapters/queue/sqs-event-queue.ts';

const client = new SQSClient({ region: 'eu-west-1' });
const sqs = mockClient(client);
const queue = createSqsEventQueue('https://sqs.example/payment-events', client);
const message = { version: 1, eventId: 'payments-1' } as const;

beforeEach(() => sqs.reset());

it('reports a message as sent only after the queue has accepted it', async () => {
  let taken = (): void => undefined;
  sqs.on(SendMessageCommand).callsFake(() => new Promise((resolve) => (taken = () => resolve({ MessageId: '1' }))));
  let isSent = false;
  const sending = queue.send(message).then(() => (isSent = true));
  await new Promise((resolve) => void setImmediate(resolve));
  expect(isSent).toBe(false);
  taken();
  await sending;
  expect(sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input)).toEqual([
    { QueueUrl: 'https://sqs.example/payment-events', MessageBody: '{"version":1,"eventId":"payments-1"}' },
  ]);
});

it('throws when the queue did not take it, so that the provider sends its webhook again', async () => {
  sqs.on(SendMessageCommand).rejects(new Error('away'));
  await expect(queue.send(message)).rejects.toThrow('away');
});
