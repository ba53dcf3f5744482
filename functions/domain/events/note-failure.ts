import { receivesMax } from '#shared/contract/dead-letters.ts';
import { holdsCardNumber } from '#shared/card-number.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { failureName } from '#functions/domain/failure-text.ts';

/** Maximum length of the noted text of an error. */
const wordsMax = 200;

/**
 * Notes in the inbox that a webhook's worker failed, and whether the queue now sets the message aside. Never throws:
 * the queue brings the message back anyway, and the failure is in the log too.
 */
export async function noteFailure(
  { store, clock, log }: Pick<Services, 'store' | 'clock' | 'log'>,
  eventId: string,
  { error, receives }: { readonly error: Error; readonly receives: number },
): Promise<void> {
  try {
    const event = await store.get('event', { eventId });
    // Not every message names a webhook.
    if (event === undefined) return;
    const words = holdsCardNumber(error.message) ? error.name : error.message.slice(0, wordsMax);
    const count = (event.failures?.count ?? 0) + 1;
    const failures = { count, words, atMs: clock.now(), isLast: receives >= receivesMax };
    await store.commit([update('event', event, { failures })]);
  } catch (thrown) {
    log.warn('failure not noted', { eventId, detail: failureName(thrown) });
  }
}
