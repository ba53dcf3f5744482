import type { DynamoDBRecord } from 'aws-lambda';

/** Part of a stream. One without a next iterator has ended, and its children go on. */
export type StreamShard = { readonly ShardId: string; readonly ParentShardId?: string };

/** Position at which a reader continues: after a record, or at the oldest record that is kept. */
export type StreamPosition = {
  readonly streamArn: string;
  readonly shardId: string;
  readonly after: string | undefined;
};

/** A refusal of the engine, by the name of its exception. */
export class StreamError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/**
 * The calls of DynamoDB Streams that an event source makes. Both engines speak them; the SDK's own client would be a
 * dependency for three of them.
 */
export type StreamCalls = {
  readonly listShards: (streamArn: string) => Promise<readonly StreamShard[]>;
  readonly openShard: (position: StreamPosition) => Promise<string>;
  readonly read: (
    iterator: string,
  ) => Promise<{ readonly records: readonly DynamoDBRecord[]; readonly next: string | undefined }>;
};

/** DynamoDB Local serves only requests that look signed; neither engine checks the signature. */
const authorization =
  'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none';

/** Speaks to an engine on loopback. */
export function createStreamCalls(endpoint: string): StreamCalls {
  async function call<T>(operation: string, input: object): Promise<T> {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDBStreams_20120810.${operation}`,
        'x-amz-date': '20260101T000000Z',
        authorization,
      },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(10_000),
    });
    const body: unknown = await response.json();
    if (response.ok) return body as T;
    const { __type: type = '', message = '' } = body as { __type?: string; message?: string };
    throw new StreamError(type.slice(type.indexOf('#') + 1), `${operation}: ${response.status} ${message}`);
  }

  return {
    async listShards(streamArn) {
      const shards: StreamShard[] = [];
      let after: string | undefined;
      do {
        const { StreamDescription } = await call<{
          StreamDescription: { Shards: StreamShard[]; LastEvaluatedShardId?: string };
        }>('DescribeStream', { StreamArn: streamArn, ...(after !== undefined && { ExclusiveStartShardId: after }) });
        shards.push(...StreamDescription.Shards);
        after = StreamDescription.LastEvaluatedShardId;
      } while (after !== undefined);
      return shards;
    },
    async openShard({ streamArn, shardId, after }) {
      const place =
        after === undefined
          ? { ShardIteratorType: 'TRIM_HORIZON' }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after };
      const input = { StreamArn: streamArn, ShardId: shardId, ...place };
      return (await call<{ ShardIterator: string }>('GetShardIterator', input)).ShardIterator;
    },
    async read(iterator) {
      const { Records, NextShardIterator } = await call<{ Records: DynamoDBRecord[]; NextShardIterator?: string }>(
        'GetRecords',
        { ShardIterator: iterator },
      );
      return { records: Records, next: NextShardIterator };
    },
  };
}
