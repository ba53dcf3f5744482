import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from './engine/expression.ts';
import type { SimulatedTable } from './engine/simulated-table.ts';
import { day } from './story-times.ts';

/** Entities whose creation the stream reports; the event source's filter drops all others. */
const reported: ReadonlySet<unknown> = new Set(['journal', 'user', 'reward']);
const shardCount = 3;

/** One shard of the stream: its records in order, and the number of finished ones. */
export type StreamShard = { readonly records: DynamoDBRecord[]; done: number };

/**
 * The table's stream as it reaches its workers: a few shards, each in the order of its own items, and independent of
 * the others. Unfinished records are delivered again, and sometimes finished ones too.
 */
export class StreamFeed {
  readonly #table: SimulatedTable;
  readonly #shards: readonly StreamShard[] = Array.from({ length: shardCount }, () => ({ records: [], done: 0 }));
  #read = 0;

  constructor(table: SimulatedTable) {
    this.#table = table;
  }

  /** The shards that have records to deliver. */
  get waiting(): readonly StreamShard[] {
    const { stream } = this.#table;
    for (; this.#read < stream.length; this.#read += 1) {
      const change = stream[this.#read];
      if (change?.after === undefined || change.before !== undefined || !reported.has(change.after['entity'])) continue;
      const shard = this.#shards[shardOf(String(change.key['pk']))];
      shard?.records.push(recordOf(String(change.sequence), change.after));
    }
    return this.#shards.filter(({ records, done }) => done < records.length);
  }
}

/** Returns the next records of a shard, `most` at most. */
export function batchOf({ records, done }: StreamShard, most: number): readonly DynamoDBRecord[] {
  return records.slice(done, done + most);
}

/**
 * True for a record whose mark is about to expire: it was counted nearly a month ago. The stream of a story keeps its
 * records for weeks, because stories jump over them, but a real one keeps them for a day.
 */
export function isGone({ dynamodb }: DynamoDBRecord, table: SimulatedTable, nowMs: number): boolean {
  const { journalId, userId, rewardId } = dynamodb?.NewImage ?? {};
  const id = (journalId ?? rewardId ?? userId)?.S;
  const mark = table.get({ pk: `COUNTED#${id}`, sk: 'COUNTED' });
  return mark !== undefined && Number(mark['expiresAtMs']) < nowMs + day;
}

/** Returns the shard of a partition: any function of its key, so that all its changes are in one shard. */
function shardOf(pk: string): number {
  let sum = 0;
  for (let index = 0; index < pk.length; index += 1) sum += pk.charCodeAt(index);
  return sum % shardCount;
}

function recordOf(sequence: string, item: Item): DynamoDBRecord {
  const texts = Object.entries(item).filter((field): field is [string, string] => typeof field[1] === 'string');
  const NewImage = Object.fromEntries(texts.map(([name, text]) => [name, { S: text }]));
  return { eventID: sequence, eventName: 'INSERT', dynamodb: { SequenceNumber: sequence, NewImage } };
}
