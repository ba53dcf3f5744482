import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { postponeMessage } from '#functions/adapters/queue/postpone-message.ts';

it('hides a message for the seconds that it is given', async () => {
  const client = new SQSClient({ region: 'eu-west-1' });
  const sqs = mockClient(client);
  sqs.on(ChangeMessageVisibilityCommand).resolves({});
  await postponeMessage({ queueUrl: 'https://sqs.example/payment-events', receiptHandle: 'r-1', seconds: 480 }, client);
  expect(sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args: [{ input }] }) => input)).toEqual([
    { QueueUrl: 'https://sqs.example/payment-events', ReceiptHandle: 'r-1', VisibilityTimeout: 480 },
  ]);
});
