import { setTimeout as sleep } from 'node:timers/promises';
import { ChangeMessageVisibilityCommand, DeleteMessageBatchCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';

import type { FunctionPool } from '../lambda/function-pool.ts';
import type { InvocationOutcome } from '../lambda/invocation.ts';

/** One queue that wakes one function. */
export type QueueSourceSettings = {
  readonly client: SQSClient;
  readonly pool: Pick<FunctionPool, 'invoke'>;
  readonly functionId: string;
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly region: string;
  readonly batchSize: number;
  readonly maxConcurrency: number;
  /** Visibility timeout of the queue itself; locally a failed message waits `localRetrySeconds`. */
  readonly visibilityTimeoutSeconds: number;
  readonly onError: (line: string) => void;
};

/** A running event source. */
export type QueueSource = {
  /** Takes no new messages; batches that run may end. */
  readonly stop: () => void;
};

/**
 * Delays in seconds: a failed message comes back after the first, then after twice as long each time, up to the second.
 */
const [firstRetrySeconds, lastRetrySeconds] = [3, 24];

/**
 * Time for which messages are claimed, in seconds. The claim is renewed while the function works, so that messages of a
 * killed gateway come back within seconds.
 */
const claimSeconds = 5;
const renewEveryMs = 1_500;

/** A short long poll: the queue's stand-in goes on to serve the poll of a killed gateway until it ends. */
const pollSeconds = 3;

/** Polls a queue and runs its function, as Lambda's SQS event source with `ReportBatchItemFailures` does. */
export function startQueueSource(settings: QueueSourceSettings): QueueSource {
  const stopping = new AbortController();
  void poll(settings, stopping.signal);
  return { stop: () => stopping.abort() };
}

async function poll(settings: QueueSourceSettings, signal: AbortSignal): Promise<void> {
  const { client, queueUrl, batchSize, maxConcurrency, functionId, onError } = settings;
  const running = new Set<Promise<void>>();
  let pauseMs = 0;
  while (!signal.aborted) {
    if (running.size >= maxConcurrency) await Promise.race(running);
    try {
      const { Messages: messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: Math.min(batchSize, 10),
          WaitTimeSeconds: pollSeconds,
          VisibilityTimeout: claimSeconds,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
        { abortSignal: signal },
      );
      pauseMs = 0;
      if (messages.length === 0) continue;
      const work = runBatch(settings, messages).catch((error: unknown) => onError(`${functionId}: ${String(error)}`));
      running.add(work);
      void work.finally(() => running.delete(work));
    } catch (error) {
      if (signal.aborted) return;
      // One failure is normal while the queue restarts, so only a longer silence is reported.
      pauseMs = Math.min(1_000, pauseMs * 2 || 50);
      if (pauseMs === 1_000) onError(`${functionId}: the queue does not answer (${String(error)})`);
      await sleep(pauseMs);
    }
  }
}

async function runBatch(settings: QueueSourceSettings, messages: readonly Message[]): Promise<void> {
  const { pool, functionId } = settings;
  const stopRenewing = renewClaims(settings, messages);
  let outcome: InvocationOutcome;
  try {
    outcome = await pool.invoke(functionId, eventOf(settings, messages));
  } finally {
    stopRenewing();
  }
  const failedIds = failedMessageIds(outcome, messages);
  const done = messages.filter(({ MessageId }) => !failedIds.has(MessageId ?? ''));
  const failed = messages.filter(({ MessageId }) => failedIds.has(MessageId ?? ''));
  await Promise.all([deleteMessages(settings, done), ...failed.map((message) => releaseMessage(settings, message))]);
}

/**
 * Returns the ids of the messages that stay in the queue. Lambda takes an answer that names an unknown message, or has
 * no proper shape, for a failure of the whole batch; an empty answer is a success.
 */
export function failedMessageIds(outcome: InvocationOutcome, messages: readonly Message[]): ReadonlySet<string> {
  const all = new Set(messages.map(({ MessageId }) => MessageId ?? ''));
  if (outcome.kind === 'failed') return all;
  const answer: unknown = JSON.parse(outcome.payload);
  if (answer === null || answer === '') return new Set();
  if (typeof answer !== 'object') return all;
  const failures: unknown = (answer as { batchItemFailures?: unknown }).batchItemFailures;
  if (failures === undefined || failures === null) return new Set();
  if (!Array.isArray(failures)) return all;
  const ids = failures.map((failure: unknown) => (failure as { itemIdentifier?: unknown } | null)?.itemIdentifier);
  return ids.every((id): id is string => typeof id === 'string' && all.has(id)) ? new Set(ids) : all;
}

function eventOf({ queueArn, region }: QueueSourceSettings, messages: readonly Message[]): SQSEvent {
  return {
    Records: messages.map((message): SQSRecord => {
      const attributes = message.Attributes ?? {};
      return {
        messageId: message.MessageId ?? '',
        receiptHandle: message.ReceiptHandle ?? '',
        body: message.Body ?? '',
        attributes: {
          ...attributes,
          ApproximateReceiveCount: attributes.ApproximateReceiveCount ?? '1',
          SentTimestamp: attributes.SentTimestamp ?? '',
          SenderId: attributes.SenderId ?? '',
          ApproximateFirstReceiveTimestamp: attributes.ApproximateFirstReceiveTimestamp ?? '',
        },
        messageAttributes: Object.fromEntries(
          Object.entries(message.MessageAttributes ?? {}).map(([name, { StringValue, DataType }]) => [
            name,
            { ...(StringValue !== undefined && { stringValue: StringValue }), dataType: DataType ?? 'String' },
          ]),
        ),
        md5OfBody: message.MD5OfBody ?? '',
        eventSource: 'aws:sqs',
        eventSourceARN: queueArn,
        awsRegion: region,
      };
    }),
  };
}

/** Keeps the claim on a batch alive, at most for as long as the queue's own visibility timeout would have. */
function renewClaims(settings: QueueSourceSettings, messages: readonly Message[]): () => void {
  const claimedAtMs = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - claimedAtMs > settings.visibilityTimeoutSeconds * 1000) clearInterval(timer);
    else void Promise.all(messages.map((message) => changeVisibility(settings, message, claimSeconds)));
  }, renewEveryMs);
  return () => clearInterval(timer);
}

async function releaseMessage(settings: QueueSourceSettings, message: Message): Promise<void> {
  const receives = Number(message.Attributes?.ApproximateReceiveCount ?? 1);
  await changeVisibility(settings, message, localRetrySeconds(receives, settings.visibilityTimeoutSeconds));
}

/**
 * Delay before a failed message comes back, in seconds, by how often it was received. It begins short, so that nobody
 * sits through the minutes of the cloud, and grows, so that the cause has time to pass before the message is set aside.
 */
export function localRetrySeconds(receives: number, visibilityTimeoutSeconds: number): number {
  const seconds = Math.min(firstRetrySeconds * 2 ** (receives - 1), lastRetrySeconds, visibilityTimeoutSeconds);
  // Never 0: the stand-in fails on that when it keeps its state on disk.
  return Math.max(1, seconds);
}

async function changeVisibility(settings: QueueSourceSettings, message: Message, seconds: number): Promise<void> {
  const { client, queueUrl } = settings;
  const command = { QueueUrl: queueUrl, ReceiptHandle: message.ReceiptHandle, VisibilityTimeout: seconds };
  // A claim that cannot be renewed runs out by itself and the message comes again: at least once, as promised.
  await client.send(new ChangeMessageVisibilityCommand(command)).catch(() => undefined);
}

async function deleteMessages(settings: QueueSourceSettings, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const { client, queueUrl } = settings;
  const entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
  await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }));
}
