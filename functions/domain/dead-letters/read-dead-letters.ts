import type * as z from 'zod/mini';
import { queueNames, type DeadLetterQueue } from '#shared/contract/dead-letters.ts';
import type { Services } from '#functions/ports/services.ts';
import type { QueueName } from '#functions/ports/dead-letters.ts';

type Needs = Pick<Services, 'store' | 'deadLetters'>;

/** Reads the messages that were set aside, by queue, with a sample: ids and times, never a message's text. */
export async function readDeadLetters(needs: Needs): Promise<z.input<typeof DeadLetterQueue>[]> {
  return Promise.all(queueNames.map((queue) => readQueue(needs, queue)));
}

async function readQueue({ store, deadLetters }: Needs, queue: QueueName): Promise<z.input<typeof DeadLetterQueue>> {
  const { count, sample } = await deadLetters[queue].peek();
  const eventIds = sample.map(({ body }) => eventIdIn(body));
  const events = await store.getMany(
    'event',
    eventIds.flatMap((eventId) => (eventId === undefined ? [] : [{ eventId }])),
  );
  const processed = new Map(events.flatMap((event) => (event ? [[event.eventId, event.processedAtMs]] : [])));
  const sent = sample.flatMap(({ sentAtMs }) => sentAtMs ?? []);
  return {
    queue,
    count,
    oldestAt: sent.length === 0 ? null : isoOf(Math.min(...sent)),
    sample: sample.map(({ sentAtMs }, place) => {
      const eventId = eventIds[place];
      return {
        eventId: eventId ?? null,
        sentAt: isoOf(sentAtMs),
        processedAt: isoOf(eventId === undefined ? undefined : processed.get(eventId)),
      };
    }),
  };
}

/** Returns the id of an event. Any other text gives undefined: it must not be shown, because it may hold secrets. */
function eventIdIn(body: string): string | undefined {
  try {
    const message: unknown = JSON.parse(body);
    const eventId =
      message !== null && typeof message === 'object' && 'eventId' in message ? message.eventId : undefined;
    return typeof eventId === 'string' && /^[\w:.-]{1,200}$/.test(eventId) ? eventId : undefined;
  } catch {
    return undefined;
  }
}

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
