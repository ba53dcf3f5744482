import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { measures } from '#functions/ports/metrics.ts';
import type { Services } from '#functions/ports/services.ts';
import { noteFailure } from '#functions/domain/events/note-failure.ts';
import { ProviderSilent } from '#functions/domain/provider-silent.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { retryDelaySeconds } from './retry-delay.ts';
import { currentServices } from './services.ts';

const EventMessage = z.object({ version: z.literal(1), eventId: z.string().check(z.minLength(1)) });

/** A Lambda handler of a queue; `using` gives the same one over other services, for tests. */
export type WorkerHandler = {
  (event: SQSEvent): Promise<SQSBatchResponse>;
  using(services: Services): (event: SQSEvent) => Promise<SQSBatchResponse>;
};

/** Delays a received message, by its receipt handle. */
type Postpone = (receiptHandle: string, seconds: number) => Promise<void>;

/**
 * Makes the Lambda of a queue of stored events. Messages carry ids only. A message that fails is returned to the queue
 * alone, each time for longer. An unreadable one is returned too, until it reaches the dead-letter queue; none is
 * dropped.
 */
export function queueWorker(
  name: string,
  work: (services: Services, eventId: string) => Promise<void>,
  postpone: Postpone = postponeInQueue,
): WorkerHandler {
  const run = async (event: SQSEvent, services: Services): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.all(
      event.Records.map(async (record) => {
        let eventId: string | undefined;
        try {
          const message = EventMessage.parse(JSON.parse(record.body));
          ({ eventId } = message);
          await work(services, eventId);
          measureDelay(services, name, Number(record.attributes?.SentTimestamp));
          return undefined;
        } catch (thrown) {
          const error = thrown instanceof Error ? thrown : new Error('something that is no error was thrown');
          const receives = Number(record.attributes?.ApproximateReceiveCount ?? 1);
          const retrySeconds = retryDelaySeconds(receives);
          // A provider's outage pages once, by the age of the oldest message, not once for each message.
          const silence = error instanceof ProviderSilent ? error : undefined;
          services.log[silence ? 'warn' : 'error']('message failed', {
            worker: name,
            messageId: record.messageId,
            error: error.name,
            detail: error.message,
            answer: silence?.detail,
            receives,
            retrySeconds,
          });
          if (eventId !== undefined) await noteFailure(services, eventId, { error, receives });
          await postpone(record.receiptHandle, retrySeconds).catch((failure: unknown) => {
            // The message comes back after the queue's own visibility timeout instead.
            const detail = failureMessage(failure);
            services.log.warn('message not postponed', { worker: name, messageId: record.messageId, detail });
          });
          return { itemIdentifier: record.messageId };
        }
      }),
    );
    return { batchItemFailures: outcomes.filter((outcome) => outcome !== undefined) };
  };
  const lambda = middy<SQSEvent, SQSBatchResponse>().handler(async (event) => run(event, await currentServices()));
  return Object.assign((event: SQSEvent) => lambda(event, {} as never), {
    using: (services: Services) => (event: SQSEvent) => run(event, services),
  });
}

/** Measures the time since a message was sent. That time stays the same however often the message comes back. */
function measureDelay({ metrics, clock }: Services, name: string, sentAtMs: number): void {
  const queue = measures.EventDelay.values.find((each) => each === name);
  if (queue !== undefined && sentAtMs > 0) metrics.put('EventDelay', queue, Math.max(0, clock.now() - sentAtMs));
}

/** Delays a message in the function's own queue; does nothing where it has none, as in tests. */
async function postponeInQueue(receiptHandle: string, seconds: number): Promise<void> {
  const queueUrl = process.env['QUEUE_URL'];
  if (queueUrl === undefined) return;
  const { postponeMessage } = await import('#functions/adapters/queue/postpone-message.ts');
  await postponeMessage({ queueUrl, receiptHandle, seconds });
}
