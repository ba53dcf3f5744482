import { describe, expect, it } from 'vitest';
import { ProviderSilent } from '#functions/domain/provider-silent.ts';
import { queueWorker } from '#functions/runtime/queue-worker.ts';
import { authWorld } from '#test/support/auth-world.ts';
import { recordedMetrics } from '#test/support/recorded-metrics.ts';
import { sqsEvent } from '#test/support/sqs-event.ts';

describe('a queue worker', () => {
  const message = (eventId: string): unknown => ({ version: 1, eventId });

  it('gives back only the messages that failed, whatever the outcome of the others', async () => {
    const world = authWorld();
    const seen: string[] = [];
    const worker = queueWorker('events', async (_services, eventId) => {
      seen.push(eventId);
      if (eventId === 'bad') throw new Error('the provider did not answer');
    });
    const answer = await worker.using(world.services)(sqsEvent([message('one'), message('bad'), message('three')]));
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-2' }] });
    expect(seen).toEqual(['one', 'bad', 'three']);
    expect(world.logs).toMatchObject([
      { level: 'error', message: 'message failed', fields: { worker: 'events', messageId: 'message-2' } },
    ]);
  });

  it('measures by queue the time from sending a message to the end of its work', async () => {
    const world = authWorld();
    const { metrics, seen } = recordedMetrics();
    const event = sqsEvent([message('one'), message('bad'), message('untimed')]);
    for (const [index, record] of event.Records.slice(0, 2).entries())
      record.attributes = { SentTimestamp: String(world.clock.now() - 1_500 - index) } as never;
    for (const name of ['issuer-events', 'some-other']) {
      const worker = queueWorker(name, async (_services, eventId) => {
        if (eventId === 'bad') throw new Error('the provider did not answer');
      });
      await worker.using({ ...world.services, metrics })(event);
    }
    expect(seen).toEqual(['EventDelay issuer-events 1500']);
  });

  it('gives back every message that failed', async () => {
    const worker = queueWorker('events', async (_services, eventId) => {
      if (eventId !== 'good') throw new Error('the provider did not answer');
    });
    const event = sqsEvent([message('bad'), message('good'), message('worse')]);
    const { batchItemFailures } = await worker.using(authWorld().services)(event);
    expect(batchItemFailures).toEqual([{ itemIdentifier: 'message-1' }, { itemIdentifier: 'message-3' }]);
  });

  it.each(['not JSON', '', '{}', '{"version":2,"eventId":"x"}', '{"version":1,"eventId":""}', 'null', '[]'])(
    'gives back the unreadable %j, so that it ends in the dead-letter queue',
    async (body) => {
      const work: string[] = [];
      const worker = queueWorker('events', async (_services, eventId) => void work.push(eventId));
      const answer = await worker.using(authWorld().services)(sqsEvent([body]));
      expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'message-1' }] });
      expect(work).toEqual([]);
    },
  );

  it('gives back a message whose work throws a value that is no Error', async () => {
    const worker = queueWorker('events', () => Promise.reject('a text'));
    const answer = await worker.using(authWorld().services)(sqsEvent([message('one')]));
    expect(answer.batchItemFailures).toHaveLength(1);
  });

  it('postpones a failed message longer each time, and no other message', async () => {
    const postponed: unknown[] = [];
    const worker = queueWorker(
      'events',
      async (_services, eventId) => {
        if (eventId !== 'good') throw new Error('the provider did not answer');
      },
      async (receiptHandle, seconds) => void postponed.push([receiptHandle, seconds]),
    );
    const { Records: records } = sqsEvent([message('good'), message('bad'), message('worse'), message('worst')]);
    const received = [3, 1, 3, 119];
    const event = {
      Records: records.map((record, index) => ({
        ...record,
        receiptHandle: `receipt-${index + 1}`,
        attributes: { ...record.attributes, ApproximateReceiveCount: String(received[index]) },
      })),
    };
    const { batchItemFailures } = await worker.using(authWorld().services)(event);
    expect(batchItemFailures).toHaveLength(3);
    expect(postponed).toEqual([
      ['receipt-2', 30],
      ['receipt-3', 120],
      ['receipt-4', 900],
    ]);
  });

  it('gives back a message that could not be postponed: the queue delivers it again', async () => {
    const world = authWorld();
    const fail = (): Promise<never> => Promise.reject(new Error('away'));
    const answer = await queueWorker('events', fail, fail).using(world.services)(sqsEvent([message('one')]));
    expect(answer.batchItemFailures).toHaveLength(1);
    expect(world.logs.map(({ level, message: words }) => [level, words])).toEqual([
      ['error', 'message failed'],
      ['warn', 'message not postponed'],
    ]);
  });

  it("logs a provider's outage as warnings with its answer, so that no alarm rings for each message", async () => {
    const world = authWorld();
    const answer = { outcome: 'unknown', detail: 'payment: the answer does not fit at "status"' } as const;
    const worker = queueWorker('events', () => Promise.reject(new ProviderSilent('no answer', answer)));
    await worker.using(world.services)(sqsEvent([message('one'), message('two')]));
    const logged = { level: 'warn', fields: { detail: 'no answer: unknown', answer: answer.detail } };
    expect(world.logs).toMatchObject([logged, logged]);
  });
});
