import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { startFauxqs, type FauxqsServer } from 'fauxqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redrive } from '#bin/redrive.ts';
import { storeEvent } from '#functions/domain/events/store-event.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { handler as worker } from '#functions/workers/payment-events.ts';
import { createSqsEventQueue } from '#functions/adapters/queue/sqs-event-queue.ts';
import { startQueueSource, type QueueSource } from '#infra/local/events/queue-source.ts';
import { eventually } from '#test/support/eventually.ts';
import { expectSoundBooks } from '#test/support/ledger-invariants.ts';
import { moneyWorld, type MoneyWorld } from '#test/support/money-world.ts';
import { openDeposit } from '#test/support/open-deposit.ts';

const region = 'us-east-1';
const arn = (name: string): string => `arn:aws:sqs:${region}:000000000000:${name}`;

let sqs: FauxqsServer;
let client: SQSClient;
let source: QueueSource;
let world: MoneyWorld;
let user: User;
let deposit: Deposit;
let queueUrl: string;
let deadUrl: string;
let isProviderDown: boolean;
let runs = 0;

beforeAll(async () => {
  sqs = await startFauxqs({ port: 0, logger: false });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  client = new SQSClient({ endpoint: `http://127.0.0.1:${sqs.port}`, region, credentials });
});
afterAll(() => sqs.stop());

beforeEach(async () => {
  const name = `payment-events-${(runs += 1)}`;
  queueUrl = `http://127.0.0.1:${sqs.port}/000000000000/${name}`;
  deadUrl = `${queueUrl}-dlq`;
  await client.send(new CreateQueueCommand({ QueueName: `${name}-dlq` }));
  const policy = JSON.stringify({ deadLetterTargetArn: arn(`${name}-dlq`), maxReceiveCount: 2 });
  const attributes = { VisibilityTimeout: '60', RedrivePolicy: policy };
  await client.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));

  world = moneyWorld();
  user = await world.cardholder(0);
  deposit = await openDeposit(world, user);
  world.payments.become(deposit.depositId, { state: 'paid', receivedAmount: '50.00' });
  isProviderDown = true;
  const readPayment = world.payments.readPayment.bind(world.payments);
  world.payments.readPayment = async (reference) =>
    isProviderDown ? { outcome: 'unknown', detail: 'down' } : readPayment(reference);
  source = startQueueSource({
    client,
    pool: {
      invoke: async (_id, event) => {
        const answer = await worker.using(world.services)(event as SQSEvent);
        return { kind: 'returned', payload: JSON.stringify(answer) };
      },
    },
    functionId: 'worker.payment-events',
    queueUrl,
    queueArn: arn(name),
    region,
    batchSize: 10,
    maxConcurrency: 2,
    visibilityTimeoutSeconds: 1,
    onError: () => undefined,
  });
  return () => source.stop();
});

const look = (isGivingBack = false) => redrive({ client, store: world.store }, { deadUrl, queueUrl, isGivingBack });

/** Stores and queues a webhook, as its receiver does. */
const receive = (): Promise<void> =>
  storeEvent(
    { store: world.store, clock: world.clock, queue: createSqsEventQueue(queueUrl, client) },
    {
      source: 'payments',
      body: Buffer.from(JSON.stringify({ reference: deposit.depositId, paymentId: 'x', claimedStatus: 'paid' })),
    },
  );

describe('a message that fails for good', () => {
  it('is set aside with its event stored, and is credited once although it is given back three times', async () => {
    await receive();
    await eventually(async () => {
      const [letter, ...more] = await look();
      expect(more).toEqual([]);
      expect(letter?.words).toMatch(/^payments-[\da-f]{64}: received at 2026-.*, not worked on yet$/);
      // The message holds only an id of our own: the webhook itself is in the table, not in the queue.
      expect(JSON.parse(letter?.body ?? '')).toEqual({ version: 1, eventId: letter?.words.split(':')[0] });
    });
    expect((await world.wallet(user)).availableCents).toBe(0);

    isProviderDown = false;
    const [message] = await eventually(async () => {
      const letters = await look(true);
      expect(letters).toHaveLength(1);
      return letters;
    });
    await eventually(async () => expect((await world.wallet(user)).availableCents).toBe(5_000));
    for (let times = 0; times < 2; times += 1) {
      await client.send(new SendMessageCommand({ QueueUrl: deadUrl, MessageBody: message?.body }));
      expect((await look(true)).map(({ words }) => words)).toEqual([expect.stringContaining('worked on at')]);
    }
    // Another event, queued last, has overtaken nothing.
    const other = await openDeposit(world, user);
    world.payments.become(other.depositId, { state: 'paid', receivedAmount: '50.00' });
    deposit = other;
    await receive();
    await eventually(async () => expect((await world.wallet(user)).availableCents).toBe(10_000));
    expect(await look()).toEqual([]);
    expectSoundBooks(world);
  });

  it('becomes a dead letter that is reported, also when it is unreadable', async () => {
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'poison' }));
    await eventually(async () =>
      expect((await look()).map(({ words }) => words)).toEqual(['"poison": names no event']),
    );
  });

  it('is not deleted before it is in its queue again', async () => {
    const sent: string[] = [];
    const failing = {
      send: async (command: object) => {
        sent.push(command.constructor.name);
        if (sent.length === 1) return { Messages: [{ Body: '{}', ReceiptHandle: 'handle' }] };
        throw new Error('scripted');
      },
    } as unknown as SQSClient;
    const given = redrive({ client: failing, store: world.store }, { deadUrl, queueUrl, isGivingBack: true });
    await expect(given).rejects.toThrow('scripted');
    expect(sent).toEqual(['ReceiveMessageCommand', 'SendMessageCommand']);
  });

  it('is found as on AWS, where a call that does not wait asks only some of the servers', async () => {
    await client.send(new SendMessageCommand({ QueueUrl: deadUrl, MessageBody: 'poison' }));
    const send = client.send.bind(client);
    const partial = {
      send: (command: object) =>
        command instanceof ReceiveMessageCommand && !command.input.WaitTimeSeconds ? {} : send(command as never),
    } as unknown as SQSClient;
    const found = await redrive({ client: partial, store: world.store }, { deadUrl, queueUrl, isGivingBack: false });
    expect(found.map(({ body }) => body)).toEqual(['poison']);
  });

  it('is listed once, also when so many wait that the first is visible again before the last was read', async () => {
    let looks = 0;
    const crowded = {
      send: async (command: object) => {
        // SQS refuses to hide a message that is not hidden any more.
        if (!(command instanceof ReceiveMessageCommand)) throw new Error('not available for visibility timeout change');
        looks += 1;
        if (looks > 10) throw new Error('it goes on for ever');
        // Three batches, over and over.
        return { Messages: [{ MessageId: `message ${looks % 3}`, Body: '{}', ReceiptHandle: 'handle' }] };
      },
    } as unknown as SQSClient;
    const command = { deadUrl, queueUrl, isGivingBack: false };
    expect(await redrive({ client: crowded, store: world.store }, command)).toHaveLength(3);
  });

  it('says when its event is stored no more', async () => {
    const body = JSON.stringify({ version: 1, eventId: 'payments-gone' });
    await client.send(new SendMessageCommand({ QueueUrl: deadUrl, MessageBody: body }));
    expect((await look()).map(({ words }) => words)).toEqual(['payments-gone: is stored no more']);
  });
});
