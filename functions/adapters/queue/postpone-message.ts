import { ChangeMessageVisibilityCommand, SQSClient } from '@aws-sdk/client-sqs';
import { callLimits } from '#functions/adapters/aws/call-limits.ts';

/** Hides a received message of an Amazon SQS queue for this many seconds from now; then it is delivered again. */
export async function postponeMessage(
  message: { readonly queueUrl: string; readonly receiptHandle: string; readonly seconds: number },
  client: SQSClient = createClient(),
): Promise<void> {
  const { queueUrl: QueueUrl, receiptHandle: ReceiptHandle, seconds: VisibilityTimeout } = message;
  await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
}

let shared: SQSClient | undefined;

/** One client per container. A message that cannot be postponed comes back by itself, so nothing waits long for it. */
function createClient(): SQSClient {
  return (shared ??= new SQSClient({ maxAttempts: 2, requestHandler: callLimits(2000) }));
}
