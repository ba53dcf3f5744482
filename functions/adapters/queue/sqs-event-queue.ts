import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { callLimits } from '#functions/adapters/aws/call-limits.ts';
import type { EventQueue } from '#functions/ports/queue.ts';

/** A queue in Amazon SQS. */
export function createSqsEventQueue(queueUrl: string, client: SQSClient = createClient()): EventQueue {
  return {
    send: async (message) => {
      await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(message) }));
    },
  };
}

/** Creates a client that gives up early: the provider waits for our answer, and sends its webhook again without one. */
function createClient(): SQSClient {
  return new SQSClient({ maxAttempts: 2, requestHandler: callLimits(4000) });
}
