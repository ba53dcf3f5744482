import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  type Message,
} from '@aws-sdk/client-sqs';
import { callLimits } from '#functions/adapters/aws/call-limits.ts';
import type { DeadLetters } from '#functions/ports/dead-letters.ts';

/** Maximum number of messages of one call, set by SQS. */
const atOnce = 10;

/**
 * Time that a call waits for a message, in seconds. A call that does not wait asks only some of SQS's servers, and so
 * finds nothing in a queue that holds a few messages.
 */
const waitSeconds = 1;

/** Visibility timeout of a message that is only listed, in seconds. Never 0: the local queue fails on that. */
const lookSeconds = 1;

/** Maximum number of attempts to receive messages that exist but are hidden: together longer than two others look. */
const triesMax = 3;

/** Visibility timeout of a message that is being moved, in seconds. */
const moveSeconds = 30;

/**
 * The dead-letter queue of a queue in Amazon SQS. Messages are moved one by one instead of by SQS's own task: that has no
 * counterpart in the local queue, and returns before anything is moved.
 */
export function createSqsDeadLetters(
  { queueUrl, deadUrl }: { readonly queueUrl: string; readonly deadUrl: string },
  client: SQSClient = new SQSClient({ maxAttempts: 2, requestHandler: callLimits(4000) }),
): DeadLetters {
  const receive = async (seconds: number): Promise<readonly Message[]> => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: deadUrl,
        MaxNumberOfMessages: atOnce,
        WaitTimeSeconds: waitSeconds,
        VisibilityTimeout: seconds,
        MessageSystemAttributeNames: ['SentTimestamp'],
      }),
    );
    return Messages;
  };
  const count = async (): Promise<number> => {
    const { Attributes = {} } = await client.send(
      new GetQueueAttributesCommand({
        QueueUrl: deadUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    );
    return (
      Number(Attributes['ApproximateNumberOfMessages'] ?? 0) +
      Number(Attributes['ApproximateNumberOfMessagesNotVisible'] ?? 0)
    );
  };
  const receiveHidden = async (seconds: number): Promise<readonly Message[]> => {
    for (let tries = 1; ; tries += 1) {
      const messages = await receive(seconds);
      if (messages.length > 0 || tries === triesMax || (await count()) === 0) return messages;
    }
  };
  const move = async ({ Body, ReceiptHandle }: Message): Promise<void> => {
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: Body }));
    await client.send(new DeleteMessageCommand({ QueueUrl: deadUrl, ReceiptHandle }));
  };
  return {
    async peek() {
      const present = await count();
      const sample = present === 0 ? [] : await receiveHidden(lookSeconds);
      return {
        count: Math.max(present, sample.length),
        sample: sample.map(({ Body: body = '', Attributes: of }) => ({ body, sentAtMs: momentOf(of?.SentTimestamp) })),
      };
    },

    async giveBack(untilMs) {
      let moved = 0;
      while (Date.now() < untilMs) {
        const messages = await receiveHidden(moveSeconds);
        if (messages.length === 0) break;
        await Promise.all(messages.map(move));
        moved += messages.length;
      }
      return moved;
    },
  };
}

function momentOf(text: string | undefined): number | undefined {
  const ms = Number(text);
  return Number.isSafeInteger(ms) && ms > 0 ? ms : undefined;
}
