import { readFileSync } from 'node:fs';

import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

import type { Trigger } from '../../definition/types.ts';
import type { FunctionPool } from '../lambda/function-pool.ts';
import type { InvocationOutcome } from '../lambda/invocation.ts';
import { writeFileAtomically } from '../supervisor/write-file-atomically.ts';
import type { Pulse } from './pulse.ts';
import { StreamError, type StreamCalls } from './stream-calls.ts';

/** The table's stream that wakes one function. */
export type StreamSourceSettings = Pick<
  Extract<Trigger, { readonly kind: 'stream' }>,
  'batchSize' | 'maxAttempts' | 'newEntities' | 'changedEntities' | 'startsAt'
> & {
  readonly calls: StreamCalls;
  readonly pool: Pick<FunctionPool, 'invoke'>;
  /** Beats when a function has ended an event. */
  readonly pulse: Pulse;
  readonly functionId: string;
  /** The name of the table's stream; asked for until the table has one. */
  readonly findStream: () => Promise<string | undefined>;
  /** File that records how far the function has come. */
  readonly checkpointFile: string;
  /** Called with the last processed record of a shard, once that is written down. */
  readonly onWorkedOn?: (sequenceNumber: string) => void;
  readonly onError: (line: string) => void;
};

/** A running event source. */
export type StreamSource = {
  /** Takes nothing new; batches that run may end. */
  readonly stop: () => void;
};

/** Minimum delay before an empty stream is read again, in milliseconds. */
const pollEveryMs = 250;

/** Maximum delay before a stream is read while no function writes: commands of operators write past the gateway. */
const idlePollMs = 2_000;

/** Maximum delay before a batch is tried again, in milliseconds. */
const longestRetryMs = 5_000;

type Checkpoint = {
  readonly streamArn: string;
  /** Number of the last record that was worked on, by shard. */
  readonly shards: Record<string, string>;
  readonly finished: readonly string[];
};

/**
 * Follows the table's stream and runs its function, as Lambda's event source for DynamoDB does: from the oldest record
 * or from the first start on. Shards run one after another and batches in order; a failed batch is tried again in ever
 * smaller parts. The position is written down after each batch, so that a killed gateway repeats the last batch and
 * loses none.
 */
export function startStreamSource(settings: StreamSourceSettings): StreamSource {
  const stopping = new AbortController();
  void follow(settings, stopping.signal);
  return { stop: () => stopping.abort() };
}

async function follow(settings: StreamSourceSettings, signal: AbortSignal): Promise<void> {
  const { functionId, onError, pulse } = settings;
  const iterators = new Map<string, string>();
  let checkpoint: Checkpoint | undefined;
  let failures = 0;
  while (!signal.aborted) {
    const beats = pulse.beats();
    try {
      checkpoint ??= await openCheckpoint(settings);
      const step = checkpoint && (await readOn(settings, checkpoint, iterators, signal));
      if (step) checkpoint = step.checkpoint;
      failures = 0;
      if (step?.isMore) continue;
      await pause(pollEveryMs, signal);
      if (step) await pulse.wait(beats, idlePollMs - pollEveryMs, signal);
    } catch (error) {
      iterators.clear();
      // One failure is normal while the engine restarts, so only a longer silence is reported.
      failures += 1;
      if (failures === 20) onError(`${functionId}: the table's stream does not answer (${String(error)})`);
      await pause(Math.min(1_000, 50 * failures), signal);
    }
  }
}

/** One round over all shards that are open. */
async function readOn(
  settings: StreamSourceSettings,
  before: Checkpoint,
  iterators: Map<string, string>,
  signal: AbortSignal,
): Promise<{ readonly checkpoint: Checkpoint; readonly isMore: boolean }> {
  const { calls, checkpointFile } = settings;
  let checkpoint = before;
  let isMore = false;
  const { streamArn } = before;
  for (const shardId of await openShards(settings, checkpoint, iterators)) {
    const after = checkpoint.shards[shardId];
    const iterator = iterators.get(shardId) ?? (await openShard(settings, { streamArn, shardId, after }));
    const { records, next } = await calls.read(iterator);
    const awaited = records.filter((record) => isAwaited(record, settings));
    for (let from = 0; from < awaited.length; from += settings.batchSize) {
      await deliver(settings, awaited.slice(from, from + settings.batchSize), signal);
    }
    // Events that the end of the stack cut short are delivered again.
    if (signal.aborted) return { checkpoint, isMore: false };
    const last = records.at(-1)?.dynamodb?.SequenceNumber;
    if (last !== undefined || next === undefined) {
      checkpoint = {
        streamArn,
        shards: { ...checkpoint.shards, ...(last !== undefined && { [shardId]: last }) },
        finished: next === undefined ? [...checkpoint.finished, shardId] : checkpoint.finished,
      };
      writeFileAtomically(checkpointFile, JSON.stringify(checkpoint));
      if (last !== undefined) settings.onWorkedOn?.(last);
    }
    // This shard has ended: its children must be found now, so all shards are listed and opened again.
    if (next === undefined) iterators.clear();
    else iterators.set(shardId, next);
    isMore ||= last !== undefined || next === undefined;
  }
  return { checkpoint, isMore };
}

/**
 * Returns the ids of the shards to read. A shard continues where its parent ended, so it waits for the parent's end.
 * Shards are listed again only after one has ended.
 */
async function openShards(
  { calls }: StreamSourceSettings,
  { streamArn, finished }: Checkpoint,
  iterators: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  if (iterators.size > 0) return [...iterators.keys()];
  const shards = await calls.listShards(streamArn);
  const isOver = (shardId: string): boolean =>
    finished.includes(shardId) || !shards.some((shard) => shard.ShardId === shardId);
  return shards
    .filter(({ ShardId, ParentShardId }) => !isOver(ShardId) && (ParentShardId === undefined || isOver(ParentShardId)))
    .map(({ ShardId }) => ShardId);
}

async function openShard(
  { calls, functionId, onError }: StreamSourceSettings,
  position: Parameters<StreamCalls['openShard']>[0],
): Promise<string> {
  try {
    return await calls.openShard(position);
  } catch (error) {
    if (!(error instanceof StreamError) || error.name !== 'TrimmedDataAccessException') throw error;
    onError(`${functionId}: the stream has forgotten what came after ${String(position.after)}`);
    return calls.openShard({ ...position, after: undefined });
  }
}

/** True for a record that passes the event source's filter. */
function isAwaited(
  { eventName, dynamodb }: DynamoDBRecord,
  { newEntities, changedEntities }: Pick<StreamSourceSettings, 'newEntities' | 'changedEntities'>,
): boolean {
  const entity = dynamodb?.NewImage?.['entity']?.S ?? '';
  if (eventName === 'INSERT') return newEntities.includes(entity);
  return eventName === 'MODIFY' && changedEntities.includes(entity);
}

async function deliver(
  settings: StreamSourceSettings,
  records: readonly DynamoDBRecord[],
  signal: AbortSignal,
): Promise<void> {
  const { pool, functionId, maxAttempts, onError } = settings;
  let rest = records;
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    const event: DynamoDBStreamEvent = { Records: [...rest] };
    const outcome = await pool.invoke(functionId, event);
    const failed = firstFailureIn(outcome, rest);
    if (failed === undefined) return;
    rest = rest.slice(failed);
    if (attempt >= maxAttempts) {
      const [only, ...others] = rest;
      if (others.length === 0) {
        // The message in the cloud's `<function id>-failures` says no more than this either.
        onError(`${functionId}: given up on record ${only?.dynamodb?.SequenceNumber ?? ''} of the stream`);
        return;
      }
      const half = Math.ceil(rest.length / 2);
      await deliver(settings, rest.slice(0, half), signal);
      rest = rest.slice(half);
      attempt = 0;
    } else {
      await pause(outcome.kind === 'failed' ? Math.min(longestRetryMs, 250 * 2 ** attempt) : 100, signal);
    }
  }
}

/**
 * Returns the index from which a batch is tried again, as Lambda reads the answer: the first record named, or 0 for the
 * whole batch. Returns undefined when nothing failed.
 */
export function firstFailureIn(outcome: InvocationOutcome, records: readonly DynamoDBRecord[]): number | undefined {
  if (outcome.kind === 'failed') return 0;
  const answer: unknown = JSON.parse(outcome.payload);
  if (answer === null || answer === '') return undefined;
  const failures: unknown = typeof answer === 'object' ? (answer as Record<string, unknown>)['batchItemFailures'] : 0;
  if (failures === undefined || failures === null) return undefined;
  if (!Array.isArray(failures)) return 0;
  const places = failures.map((failure: unknown) => {
    const id = (failure as { itemIdentifier?: unknown } | null)?.itemIdentifier;
    return records.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === id);
  });
  return places.length === 0 ? undefined : Math.max(0, Math.min(...places));
}

async function openCheckpoint(settings: StreamSourceSettings): Promise<Checkpoint | undefined> {
  const { findStream, checkpointFile, startsAt } = settings;
  const streamArn = await findStream();
  if (streamArn === undefined) return undefined;
  try {
    const known = JSON.parse(readFileSync(checkpointFile, 'utf8')) as Checkpoint;
    // Another stream is another database: nothing of it was ever worked on.
    if (known.streamArn === streamArn) return known;
  } catch {
    // The first start of a data directory, or a damaged file: all of it once more, which does no harm.
  }
  if (startsAt === 'oldest') return { streamArn, shards: {}, finished: [] };
  const checkpoint = await readEnd(settings, streamArn);
  writeFileAtomically(checkpointFile, JSON.stringify(checkpoint));
  return checkpoint;
}

/** Reads past everything that the stream holds, so that only later changes are delivered. */
async function readEnd(settings: StreamSourceSettings, streamArn: string): Promise<Checkpoint> {
  const { calls } = settings;
  const shards: Record<string, string> = {};
  const finished: string[] = [];
  for (const { ShardId: shardId } of await calls.listShards(streamArn)) {
    let iterator: string | undefined = await openShard(settings, { streamArn, shardId, after: undefined });
    let count = Infinity;
    while (iterator !== undefined && count > 0) {
      const { records, next } = await calls.read(iterator);
      shards[shardId] = records.at(-1)?.dynamodb?.SequenceNumber ?? shards[shardId] ?? '';
      count = records.length;
      iterator = next;
    }
    if (shards[shardId] === '') delete shards[shardId];
    if (iterator === undefined) finished.push(shardId);
  }
  return { streamArn, shards, finished };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
