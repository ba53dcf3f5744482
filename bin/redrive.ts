/**
 * Lists the messages of a dead-letter queue, with what is known of each event, and gives them back to their queue on request.
 * A message names a stored event and nothing else, and working on an event again changes nothing, so giving back too
 * often, or twice at once, does no harm. Locally:
 *
 *     node bin/redrive.ts payment-events .local/services.json
 *     node bin/redrive.ts payment-events .local/services.json --give-back
 *
 * On AWS leave the path out, and set TABLE_NAME, SESSION_SECRET_ID, QUEUE_URL, DEAD_LETTER_QUEUE_URL and the operator's
 * credentials in the environment.
 */
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Store } from '#functions/ports/store.ts';
import { flag, required } from './command-line/arguments.ts';
import { oneOf } from './command-line/kinds.ts';
import { runCommand } from './command-line/run-command.ts';
import { describeVariables, tableVariables, valuesOf } from './operator/deployment-variables.ts';
import { readServices } from './operator/read-services.ts';
import { operatorAccess, servicesFile } from './operator/services-file.ts';

/** A message that was set aside, in a line for the operator. */
export type DeadLetter = { readonly body: string; readonly words: string };

/** Visibility timeout of a message while it is listed, in seconds. */
const claimSeconds = 60;

/**
 * Time that a call waits for a message, in seconds. A call that does not wait asks only some of SQS's servers, and so
 * finds nothing in a queue that holds a few messages.
 */
const waitSeconds = 2;

/** Shows every message of a dead-letter queue once, and moves it to its queue when `isGivingBack`. */
export async function redrive(
  { client, store }: { readonly client: SQSClient; readonly store: Pick<Store, 'get'> },
  command: { readonly deadUrl: string; readonly queueUrl: string; readonly isGivingBack: boolean },
): Promise<readonly DeadLetter[]> {
  const { deadUrl, queueUrl, isGivingBack } = command;
  const letters: DeadLetter[] = [];
  const listed = new Map<string, { readonly body: string; readonly handle: string | undefined }>();
  for (;;) {
    const { Messages: messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: deadUrl,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: waitSeconds,
        VisibilityTimeout: claimSeconds,
      }),
    );
    // Of a long list the first are visible again before the last were read.
    const unseen = messages.filter(({ MessageId: id = '' }) => !listed.has(id));
    if (unseen.length === 0) break;
    for (const { MessageId: id = '', Body: body = '', ReceiptHandle: handle } of unseen) {
      if (!isGivingBack) {
        listed.set(id, { body, handle });
        continue;
      }
      letters.push({ body, words: await wordsFor(store, body) });
      // The message is sent before it is deleted: a crash in between leaves it twice, which does no harm.
      await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));
      await client.send(new DeleteMessageCommand({ QueueUrl: deadUrl, ReceiptHandle: handle }));
    }
  }
  for (const { handle } of listed.values()) {
    // A timeout of 0 makes the local queue fail when it keeps its state on disk. SQS refuses it for a message that is
    // visible again already.
    await client
      .send(new ChangeMessageVisibilityCommand({ QueueUrl: deadUrl, ReceiptHandle: handle, VisibilityTimeout: 1 }))
      .catch(() => undefined);
  }
  // Looked up last: the table is far from an operator's desk, and the list has to end within the time of a claim.
  for (const { body } of listed.values()) letters.push({ body, words: await wordsFor(store, body) });
  return letters;
}

/** Describes the event that a message names, without its body. */
async function wordsFor(store: Pick<Store, 'get'>, body: string): Promise<string> {
  const eventId = eventIdIn(body);
  if (eventId === undefined) return `${JSON.stringify(body.slice(0, 100))}: names no event`;
  const event = await store.get('event', { eventId });
  if (!event) return `${eventId}: is stored no more`;
  const at = (ms: number): string => new Date(ms).toISOString();
  const state = event.processedAtMs === undefined ? 'not worked on yet' : `worked on at ${at(event.processedAtMs)}`;
  return `${eventId}: received at ${at(event.receivedAtMs)}, ${state}`;
}

function eventIdIn(body: string): string | undefined {
  try {
    const message: unknown = JSON.parse(body);
    const eventId =
      message !== null && typeof message === 'object' && 'eventId' in message ? message.eventId : undefined;
    return typeof eventId === 'string' && eventId !== '' ? eventId : undefined;
  } catch {
    return undefined;
  }
}

function queuesOf(
  name: string,
  servicesFile: string | undefined,
): { client: SQSClient; deadUrl: string; queueUrl: string } {
  if (servicesFile !== undefined) {
    const { sqs } = readServices<{ sqs: string }>(servicesFile);
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const urlOf = (queue: string): string => `${sqs}/000000000000/${queue}`;
    const client = new SQSClient({ endpoint: sqs, region: 'us-east-1', credentials });
    return { client, deadUrl: urlOf(`${name}-dlq`), queueUrl: urlOf(name) };
  }
  const { QUEUE_URL: queueUrl, DEAD_LETTER_QUEUE_URL: deadUrl } = valuesOf(['QUEUE_URL', 'DEAD_LETTER_QUEUE_URL']);
  return { client: new SQSClient({}), deadUrl, queueUrl };
}

await runCommand(
  import.meta,
  {
    summary: 'Lists the messages of a dead-letter queue, or gives them back to their queue.',
    positionals: {
      queue: required(oneOf(['payment-events', 'issuer-events']), 'whose dead letters'),
      services: servicesFile,
    },
    options: { 'give-back': flag('moves every message to its queue') },
    variables: describeVariables(...tableVariables, 'QUEUE_URL', 'DEAD_LETTER_QUEUE_URL'),
  },
  async ({ queue, services, 'give-back': isGivingBack }) => {
    const { client, ...urls } = queuesOf(queue, services);
    const { store } = operatorAccess(services);
    const letters = await redrive({ client, store }, { ...urls, isGivingBack });
    for (const letter of letters) console.log(letter.words);
    console.log(`${letters.length} messages ${isGivingBack ? 'given back' : 'set aside'}`);
  },
);
