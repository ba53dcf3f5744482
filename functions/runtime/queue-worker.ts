import middy from '@middy/core';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Services } from '#functions/ports/services.ts';
import { currentServices } from './services.ts';

const EventMessage = z.object({ version: z.literal(1), eventId: z.string().check(z.minLength(1)) });

/** A Lambda handler of a queue; `using` gives the same one over other services, for tests. */
export type WorkerHandler = {
  (event: SQSEvent): Promise<SQSBatchResponse>;
  using(services: Services): (event: SQSEvent) => Promise<SQSBatchResponse>;
};

/**
 * Makes the Lambda of a queue of stored events. Messages carry ids only; one that fails is returned to the queue by
 * itself, and one that nobody can read goes the same way to the dead-letter queue, never away.
 */
export function queueWorker(name: string, work: (services: Services, eventId: string) => Promise<void>): WorkerHandler {
  const run = async (event: SQSEvent, services: Services): Promise<SQSBatchResponse> => {
    const outcomes = await Promise.all(
      event.Records.map(async (record) => {
        try {
          const message = EventMessage.parse(JSON.parse(record.body));
          await work(services, message.eventId);
          return undefined;
        } catch (thrown) {
          const error = thrown instanceof Error ? thrown : new Error('something that is no error was thrown');
          services.log.error('message failed', {
            worker: name,
            messageId: record.messageId,
            error: error.name,
            detail: error.message,
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
