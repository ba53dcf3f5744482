import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { startFauxqs, type FauxqsServer } from 'fauxqs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSqsDeadLetters } from '#functions/adapters/queue/sqs-dead-letters.ts';

let sqs: FauxqsServer;
let client: SQSClient;
let urls: { readonly queueUrl: string; readonly deadUrl: string };
let runs = 0;

beforeAll(async () => {
  sqs = await startFauxqs({ port: 0, logger: false });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  client = new SQSClient({ endpoint: `http://127.0.0.1:${sqs.port}`, region: 'us-east-1', credentials });
});
afterAll(() => sqs.stop());

beforeEach(async () => {
  const name = `events-${(runs += 1)}`;
  for (const QueueName of [name, `${name}-dlq`]) await client.send(new CreateQueueCommand({ QueueName }));
  const queueUrl = `http://127.0.0.1:${sqs.port}/000000000000/${name}`;
  urls = { queueUrl, deadUrl: `${queueUrl}-dlq` };
});

const setAside = (body: string) => client.send(new SendMessageCommand({ QueueUrl: urls.deadUrl, MessageBody: body }));
const bodiesIn = async (url: string): Promise<readonly (string | undefined)[]> => {
  const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }));
  return Messages.map(({ Body }) => Body);
};
const inAWhile = () => Date.now() + 10_000;

it('lists dead letters with their age, and keeps them', async () => {
  const before = Date.now();
  const letters = createSqsDeadLetters(urls, client);
  expect(await letters.peek()).toEqual({ count: 0, sample: [] });
  await setAside('one');
  const { count, sample } = await letters.peek();
  expect({ count, sample }).toMatchObject({ count: 1, sample: [{ body: 'one' }] });
  expect(sample[0]?.sentAtMs).toBeGreaterThanOrEqual(before - 1_000);
  // The peek before hides the message for a second: further peeks and moves must find it anyway.
  expect((await Promise.all([letters.peek(), letters.peek()])).map((seen) => seen.sample.length)).toEqual([1, 1]);
  expect(await letters.giveBack(inAWhile())).toBe(1);
});

it('finds messages as on AWS, where a call that does not wait asks only some of the servers', async () => {
  await setAside('one');
  const send = client.send.bind(client);
  const partial = {
    send: (command: object) =>
      command instanceof ReceiveMessageCommand && !command.input.WaitTimeSeconds ? {} : send(command as never),
  } as unknown as SQSClient;
  const letters = createSqsDeadLetters(urls, partial);
  expect((await letters.peek()).sample).toHaveLength(1);
  expect(await letters.giveBack(inAWhile())).toBe(1);
});

it('gives every message back once, also more than one call can hold', async () => {
  for (let number = 0; number < 13; number += 1) await setAside(`message ${number}`);
  const letters = createSqsDeadLetters(urls, client);
  expect(await letters.giveBack(inAWhile())).toBe(13);
  expect(await letters.giveBack(inAWhile())).toBe(0);
  expect((await letters.peek()).count).toBe(0);
  expect([...(await bodiesIn(urls.queueUrl)), ...(await bodiesIn(urls.queueUrl))]).toHaveLength(13);
});

it('gives every message back also when a call returns only some of them, as SQS does', async () => {
  for (let number = 0; number < 3; number += 1) await setAside(`message ${number}`);
  const sparing = Object.assign(Object.create(client) as SQSClient, {
    send: async (command: SendMessageCommand | ReceiveMessageCommand) =>
      command instanceof ReceiveMessageCommand
        ? client.send(new ReceiveMessageCommand({ ...command.input, MaxNumberOfMessages: 1 }))
        : client.send(command),
  });
  expect(await createSqsDeadLetters(urls, sparing).giveBack(inAWhile())).toBe(3);
  expect(await bodiesIn(urls.queueUrl)).toHaveLength(3);
});

it('gives nothing more back when its time is over: the rest stays for the next call', async () => {
  await setAside('one');
  const letters = createSqsDeadLetters(urls, client);
  expect(await letters.giveBack(Date.now() - 1)).toBe(0);
  expect((await letters.peek()).count).toBe(1);
});

it('loses no message when the process dies between sending and removing it', async () => {
  await setAside('one');
  const dying = Object.assign(Object.create(client) as SQSClient, {
    send: async (command: unknown) => {
      if (command instanceof DeleteMessageCommand) throw new Error('died');
      return client.send(command as SendMessageCommand);
    },
  });
  await expect(createSqsDeadLetters(urls, dying).giveBack(inAWhile())).rejects.toThrow('died');
  expect(await bodiesIn(urls.queueUrl)).toEqual(['one']);
  expect((await createSqsDeadLetters(urls, client).peek()).count).toBe(1);
});
