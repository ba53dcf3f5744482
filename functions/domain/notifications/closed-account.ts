import type { NotificationKind } from '#shared/contract/notifications.ts';
import { closingLimits } from '#shared/closing-limits.ts';
import type { Closing } from '#functions/ports/entities/closing.ts';
import type { Services } from '#functions/ports/services.ts';
import type { NotifiedEvent } from './notified-event.ts';
import { notificationWords } from './notification-words.ts';

/** Kinds of events by which money comes to an account. */
const ofMoney: ReadonlySet<NotificationKind> = new Set(['deposit_seen', 'deposit_credited', 'refund']);

/**
 * Rewords the events of money that comes to a closed account: the money waits unclaimed for a return, so nothing was
 * added to a balance. Leaves out the events of erased accounts, and of money that was only seen: its credit follows.
 */
export async function wordedForClosedAccounts(
  { store }: Pick<Services, 'store'>,
  events: readonly NotifiedEvent[],
): Promise<readonly NotifiedEvent[]> {
  const userIds = [...new Set(events.filter(({ kind }) => ofMoney.has(kind)).map(({ userId }) => userId))];
  if (userIds.length === 0) return events;
  const closings = await store.getMany(
    'closing',
    userIds.map((userId) => ({ userId })),
  );
  return events.flatMap((event) => {
    const closing = closings[userIds.indexOf(event.userId)];
    return closing === undefined || !ofMoney.has(event.kind) ? [event] : inClosedAccount(event, closing);
  });
}

function inClosedAccount(event: NotifiedEvent, { closedAtMs, erasedAtMs }: Closing): readonly NotifiedEvent[] {
  if (erasedAtMs !== undefined) return [];
  if (event.atMs < closedAtMs) return [event];
  if (event.kind === 'deposit_seen') return [];
  const returnUntilMs = closedAtMs + closingLimits.returnMs;
  // A refund names its merchant; what staff add has an amount.
  const isNamed = event.kind === 'refund' && event.amountCents === undefined;
  const title = isNamed ? event.title : notificationWords.arrivedLate(event.amountCents);
  return [{ ...event, title, body: notificationWords.waitsForReturn(returnUntilMs), link: undefined }];
}
