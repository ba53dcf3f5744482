import middy from '@middy/core';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Id } from '#shared/ids.ts';
import type { RewardEvent } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import type { EntityChange, TableChange } from '#functions/ports/table-change.ts';
import { readChange } from '#functions/adapters/dynamo/read-change.ts';
import { currentServices } from './services.ts';

const Text = z.object({ S: z.string().check(z.minLength(1)) });
const WholeNumber = z.object({ N: z.string().check(z.regex(/^\d+$/)) });

/** The key of a new item. The worker reads the other fields from the table, which has their present values. */
const NewImage = z.union([
  z.object({ entity: z.object({ S: z.literal('journal') }), journalId: Text }),
  z.object({ entity: z.object({ S: z.literal('user') }), userId: Text }),
  z.object({ entity: z.object({ S: z.literal('reward') }), refereeId: Text, event: Text }),
  z.object({ entity: z.object({ S: z.literal('cardTransaction') }), cardId: Text, number: WholeNumber }),
]);

/** A Lambda handler of the table's stream; `using` gives the same one over other services, for tests. */
export type StreamHandler = {
  (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse>;
  using(services: Services): (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;
};

/**
 * Makes the Lambda of the table's stream. `work` returns the changes that failed. The stream resumes at the first of
 * those and repeats everything after it, so `work` must accept every change twice.
 */
export function streamWorker(
  name: string,
  work: (services: Services, changes: readonly TableChange[]) => Promise<readonly TableChange[]>,
): StreamHandler {
  return workerReading(name, readNewItem, work);
}

/** Makes a Lambda of the table's stream whose `work` gets each change with its images. Otherwise as `streamWorker`. */
export function changeWorker(
  name: string,
  work: (services: Services, changes: readonly EntityChange[]) => Promise<readonly EntityChange[]>,
): StreamHandler {
  return workerReading(name, readEntityChange, work);
}

/** Reads a record as a change; a text says why it cannot be read. */
type ReadRecord<Change extends object> = (record: DynamoDBRecord) => Change | string;

function workerReading<Change extends object>(
  name: string,
  read: ReadRecord<Change>,
  work: (services: Services, changes: readonly Change[]) => Promise<readonly Change[]>,
): StreamHandler {
  const readOrLog = (record: DynamoDBRecord, { log }: Services): Change | 'unreadable' => {
    const change = read(record);
    if (typeof change !== 'string') return change;
    log.error('change cannot be read', { worker: name, eventId: record.eventID, detail: change });
    return 'unreadable';
  };
  const run = async (event: DynamoDBStreamEvent, services: Services): Promise<DynamoDBBatchResponse> => {
    const readings = event.Records.map((record) => ({ record, change: readOrLog(record, services) }));
    const changes = readings.flatMap(({ change }) => (change === 'unreadable' ? [] : [change]));
    const failed = new Set<unknown>(changes.length > 0 ? await work(services, changes) : []);
    const failures = readings.filter(({ change }) => change === 'unreadable' || failed.has(change));
    return {
      batchItemFailures: failures.map(({ record }) => ({ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' })),
    };
  };
  const lambda = middy<DynamoDBStreamEvent, DynamoDBBatchResponse>().handler(async (event) =>
    run(event, await currentServices()),
  );
  return Object.assign((event: DynamoDBStreamEvent) => lambda(event, {} as never), {
    using: (services: Services) => (event: DynamoDBStreamEvent) => run(event, services),
  });
}

function readEntityChange(record: DynamoDBRecord): EntityChange | string {
  return readChange(record) ?? 'it is no change of an awaited entity, or has no images';
}

function readNewItem(record: DynamoDBRecord): TableChange | string {
  const image = NewImage.safeParse(record.dynamodb?.NewImage);
  if (!image.success) return image.error.message;
  const { data } = image;
  if ('journalId' in data) return { kind: 'journal', key: { journalId: data.journalId.S } };
  if ('userId' in data) return { kind: 'user', key: { userId: data.userId.S as Id<'user'> } };
  if ('cardId' in data) {
    return { kind: 'cardTransaction', key: { cardId: data.cardId.S as Id<'card'>, number: Number(data.number.N) } };
  }
  return {
    kind: 'reward',
    key: { refereeId: data.refereeId.S as Id<'user'>, event: data.event.S as RewardEvent },
  };
}
