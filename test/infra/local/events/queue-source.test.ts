import { randomUUID } from 'node:crypto';

import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { startFauxqs } from 'fauxqs';
import type { FauxqsServer } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { failedMessageIds, localRetrySeconds, startQueueSource } from '#infra/local/events/queue-source.ts';
import type { InvocationOutcome } from '#infra/local/lambda/invocation.ts';
import { eventually } from '#test/support/eventually.ts';

const region = 'us-east-1';
const returned = (answer: unknown): InvocationOutcome => ({ kind: 'returned', payload: JSON.stringify(answer) });
const thrown: InvocationOutcome = { kind: 'failed', error: { errorType: 'Error', errorMessage: 'no' } };

describe('the messages of a batch that stay', () => {
  const messages = [{ MessageId: 'a' }, { MessageId: 'b' }];
  const stay = (outcome: InvocationOutcome) => [...failedMessageIds(outcome, messages)];

  it.each([null, {}, { batchItemFailures: null }, { batchItemFailures: [] }])('are none after %j', (answer) => {
    expect(stay(returned(answer))).toEqual([]);
  });
  it('are those that the function names', () => {
    expect(stay(returned({ batchItemFailures: [{ itemIdentifier: 'b' }] }))).toEqual(['b']);
  });
  it.each([
    { batchItemFailures: [{ itemIdentifier: 'b' }, { itemIdentifier: 'unknown' }] },
    { batchItemFailures: [{ itemIdentifier: '' }] },
    { batchItemFailures: [{ itemIdentifier: null }] },
    { batchItemFailures: ['b'] },
    { batchItemFailures: 'b' },
    'fine',
    7,
  ])('are all of them after %j', (answer) => {
    expect(stay(returned(answer))).toEqual(['a', 'b']);
  });
  it('are all of them when the function failed', () => {
    expect(stay(thrown)).toEqual(['a', 'b']);
  });
});

describe('a failed message locally', () => {
  it.each([
    [1, 180, 3],
    [2, 180, 6],
    [3, 180, 12],
    [4, 180, 24],
    [9, 180, 24],
    // Never later than in the cloud, and never at once.
    [4, 10, 10],
    [1, 0, 1],
  ])('comes back after receive %i of a queue of %i s in %i s', (receives, visibilityTimeoutSeconds, seconds) => {
    expect(localRetrySeconds(receives, visibilityTimeoutSeconds)).toBe(seconds);
  });
});

// These tests wait for claims to end, so they run at the same time.
describe.concurrent('the queue event source', () => {
  let sqs: FauxqsServer;
  let client: SQSClient;
  beforeAll(async () => {
    sqs = await startFauxqs({ port: 0, logger: false });
    client = new SQSClient({
      endpoint: `http://127.0.0.1:${sqs.port}`,
      region,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
  });
  afterAll(() => sqs.stop());

  async function createQueue(name: string, attributes: Record<string, string> = {}): Promise<string> {
    await client.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
    return `http://127.0.0.1:${sqs.port}/000000000000/${name}`;
  }

  /** A queue with its dead-letter queue and a function that handles each batch with `handle`. */
  async function run(
    handle: (bodies: string[], event: SQSEvent) => InvocationOutcome | Promise<InvocationOutcome>,
  ): Promise<{
    send: (body: string) => Promise<unknown>;
    dead: () => Promise<string[]>;
    stop: () => void;
  }> {
    const name = `queue-${randomUUID()}`;
    const deadUrl = await createQueue(`${name}-dlq`);
    const queueUrl = await createQueue(name, {
      VisibilityTimeout: '60',
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: `arn:aws:sqs:${region}:000000000000:${name}-dlq`,
        maxReceiveCount: 2,
      }),
    });
    const source = startQueueSource({
      client,
      pool: {
        invoke: async (_id, event) =>
          handle(
            (event as SQSEvent).Records.map(({ body }) => body),
            event as SQSEvent,
          ),
      },
      functionId: 'worker',
      queueUrl,
      queueArn: `arn:aws:sqs:${region}:000000000000:${name}`,
      region,
      batchSize: 10,
      maxConcurrency: 2,
      visibilityTimeoutSeconds: 60,
      onError: () => undefined,
    });
    return {
      send: (body) =>
        client.send(
          new SendMessageCommand({
            QueueUrl: queueUrl,
            MessageBody: body,
            MessageAttributes: { kind: { DataType: 'String', StringValue: 'test' } },
          }),
        ),
      dead: async () => {
        const { Messages = [] } = await client.send(
          new ReceiveMessageCommand({ QueueUrl: deadUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 1 }),
        );
        return Messages.map(({ Body }) => Body ?? '');
      },
      stop: source.stop,
    };
  }

  it('gives a function its messages in the shape of Lambda, once', async () => {
    const events: SQSEvent[] = [];
    const queue = await run((_bodies, event) => {
      events.push(event);
      return returned(null);
    });
    await queue.send('hello');
    await eventually(() => {
      expect(events).toHaveLength(1);
      return Promise.resolve();
    });
    expect(events[0]?.Records[0]).toMatchObject({
      body: 'hello',
      eventSource: 'aws:sqs',
      eventSourceARN: expect.stringMatching(/^arn:aws:sqs:us-east-1:000000000000:queue-/),
      awsRegion: region,
      attributes: { ApproximateReceiveCount: '1', SentTimestamp: expect.stringMatching(/^\d{13}$/) },
      messageAttributes: { kind: { stringValue: 'test', dataType: 'String' } },
    });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(events).toHaveLength(1);
    queue.stop();
  });

  it('brings a failed message back, without those that went well beside it', async () => {
    const seen: string[] = [];
    const queue = await run((bodies, event) => {
      seen.push(...bodies);
      const failed = event.Records.filter(
        ({ body, attributes }) => body === 'twice' && attributes.ApproximateReceiveCount === '1',
      );
      return returned({ batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) });
    });
    await Promise.all(['one', 'twice', 'three'].map(queue.send));
    await eventually(() => {
      expect(seen.toSorted()).toEqual(['one', 'three', 'twice', 'twice']);
      return Promise.resolve();
    });
    expect(await queue.dead()).toEqual([]);
    queue.stop();
  });

  it('moves a poisonous message to the dead-letter queue after its receives', async () => {
    let tries = 0;
    const queue = await run(() => {
      tries += 1;
      return thrown;
    });
    await queue.send('poison');
    await eventually(async () => expect(await queue.dead()).toEqual(['poison']));
    expect(tries).toBe(2);
    queue.stop();
  });

  it('keeps its claim on a message for as long as the function works', async () => {
    let tries = 0;
    let ended = false;
    const queue = await run(async () => {
      tries += 1;
      // Longer than the claim that a killed gateway would leave behind.
      await new Promise((resolve) => setTimeout(resolve, 7_000));
      ended = true;
      return returned(null);
    });
    await queue.send('slow');
    await eventually(() => {
      expect(ended).toBe(true);
      return Promise.resolve();
    });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(tries).toBe(1);
    queue.stop();
  });

  it('never runs more batches at once than it may', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    const queue = await run(async (bodies) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 100));
      running -= 1;
      done += bodies.length;
      return returned(null);
    });
    for (let sent = 0; sent < 30; sent += 1) await queue.send(String(sent));
    await eventually(() => {
      expect(done).toBe(30);
      return Promise.resolve();
    });
    expect(most).toBeLessThanOrEqual(2);
    queue.stop();
  });
});
