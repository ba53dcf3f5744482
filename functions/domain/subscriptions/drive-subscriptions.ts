import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Subscription, Subscriptions } from '#functions/ports/entities/subscriptions.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { workOff } from '#functions/domain/work-off.ts';
import { newNotification } from '#functions/domain/notifications/new-notification.ts';
import { defaultState } from '#functions/domain/notifications/notification-state.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { announcedAtMs, announcePayments } from './announce-payments.ts';
import { endsAtMs, findSubscriptions, isSame, yearDays } from './find-subscriptions.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'log'>;

/** Maximum number of people of a shard that are read at once. A run reads on until its time is over. */
const batch = 25;

/** Maximum number of a card's lines that are searched for subscriptions. */
const linesMax = 400;

/** Number of lines in one read. */
const linesAtATime = 40;

/**
 * Maximum age of lines that are read for every cadence but the yearly one, in milliseconds: enough for three monthly
 * payments.
 */
const recentMs = 130 * dayMs;

/** Time after which all lines are read again, in milliseconds. */
const wholeEveryMs = 28 * dayMs;

/**
 * Time before an expected yearly payment from which on all lines are read, in milliseconds: the payment may come early.
 */
const yearlyEarlyMs = 10 * dayMs;

/** Maximum number of a person's subscriptions. */
const subscriptionsMax = 50;

/** Maximum number of people at once, and the time after which a run begins no further person. */
export const subscriptionLimits = { atOnce: 16, beginsForMs: 20_000 } as const;

/**
 * Finds the subscriptions of people whose cards were charged, and announces their payments three days and one day
 * ahead, those of a card together. The notifications are stored in the transaction that notes the announcements, so
 * each is stored once.
 */
export async function driveSubscriptions(needs: Needs): Promise<{ people: number; failed: number }> {
  const { store, clock, log } = needs;
  const beganAtMs = clock.now();
  const isOver = (): boolean => clock.now() - beganAtMs > subscriptionLimits.beginsForMs;
  const { done, failed } = await workOff(
    (limit) => store.listDueSubscriptions(beganAtMs, limit),
    batch,
    ({ userId }) => userId,
    (due) =>
      inParallel(
        due,
        subscriptionLimits.atOnce,
        ({ userId }) => drive(needs, userId),
        ({ userId }, thrown) =>
          log.error('subscriptions not driven', {
            userId,
            detail: failureMessage(thrown),
          }),
        isOver,
      ),
    isOver,
  );
  return { people: done, failed };
}

async function drive({ store, clock }: Needs, userId: Subscriptions['userId']): Promise<void> {
  const [before, state] = await store.getBoth(
    { kind: 'subscriptions', key: { userId } },
    { kind: 'notificationState', key: { userId } },
  );
  const nowMs = clock.now();
  if (before === undefined || (before.dueAtMs ?? Infinity) > nowMs) return;
  const cards = (await store.listCards(userId)).filter(({ lifecycle }) => lifecycle === 'open');
  const isWhole = isWholeDue(before, nowMs);
  const fromMs = isWhole ? 0 : nowMs - recentMs;
  const seen = await Promise.all(
    cards.map(async (card) => findSubscriptions(card, await linesOf({ store }, card, fromMs), nowMs)),
  );
  const now = [...seen.flat(), ...(isWhole ? [] : unseenOfYear(before, seen.flat(), cards, nowMs))]
    .toSorted((a, b) => a.nextAtMs - b.nextAtMs)
    .slice(0, subscriptionsMax)
    .map((each) => keptFrom(before, each));
  const { found, events } = announcePayments(now, cards, nowMs);
  const fresh = events.map((event) => newNotification(event, state ?? defaultState(userId), nowMs));
  const stored = await store.getMany('notification', fresh);
  try {
    await store.commit([
      update('subscriptions', before, {
        found,
        dueAtMs: nextDueAtMs(found, nowMs),
        ...(isWhole ? { wholeAtMs: nowMs } : {}),
      }),
      ...fresh.filter((_, place) => stored[place] === undefined).map((each) => insert('notification', each)),
    ]);
  } catch (thrown) {
    // Another purchase, a mute or another run was faster: the subscriptions are still due, or done.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
}

/**
 * True when all lines are to be read: once in four weeks, and while a yearly payment is expected. All other payments
 * show in the lines of the last months. So the cost depends on how much a card is used, not on its age.
 */
function isWholeDue({ wholeAtMs = 0, found }: Subscriptions, nowMs: number): boolean {
  return (
    nowMs - wholeAtMs >= wholeEveryMs ||
    found.some(({ cadenceDays, nextAtMs }) => cadenceDays === yearDays && nowMs >= nextAtMs - yearlyEarlyMs)
  );
}

/** Reads the newest lines of a card back to a time, in whole pages; all but the newest page may lag by seconds. */
async function linesOf(
  { store }: Pick<Needs, 'store'>,
  { cardId, transactionCount }: Card,
  fromMs: number,
): Promise<readonly CardTransaction[]> {
  const lines: CardTransaction[] = [];
  const first = Math.max(1, transactionCount - linesMax + 1);
  for (let to = transactionCount; to >= first; to -= linesAtATime) {
    const from = Math.max(first, to - linesAtATime + 1);
    const page = await store.listCardTransactions(cardId, { from, to, mayLag: to < transactionCount });
    lines.push(...page);
    if (page.some(({ atMs }) => atMs < fromMs)) break;
  }
  return lines;
}

/** Returns the known yearly subscriptions whose last payment is older than the lines that were read. */
function unseenOfYear(
  { found }: Subscriptions,
  seen: readonly Subscription[],
  cards: readonly Card[],
  nowMs: number,
): readonly Subscription[] {
  return found.filter(
    (each) =>
      each.cadenceDays === yearDays &&
      endsAtMs(each) > nowMs &&
      cards.some(({ cardId }) => cardId === each.cardId) &&
      !seen.some((other) => isSame(other, each)),
  );
}

/**
 * A subscription as its purchases show it now, with everything else that was stored of it, such as its owner's choices.
 * Notifications count for one payment: those of an earlier one are forgotten.
 */
function keptFrom({ found }: Subscriptions, subscription: Subscription): Subscription {
  const before = found.find((each) => isSame(each, subscription));
  const { notifiedDays, ...kept } = before ?? subscription;
  const isSamePayment = before?.nextAtMs === subscription.nextAtMs && notifiedDays !== undefined;
  return { ...kept, ...subscription, ...(isSamePayment ? { notifiedDays } : {}) };
}

/**
 * Returns the next time at which a payment is to be announced, or a subscription whose payment did not come is to be
 * dropped.
 */
function nextDueAtMs(found: readonly Subscription[], nowMs: number): number | undefined {
  const times = found.flatMap((each) => [...announcedAtMs(each), endsAtMs(each)]).filter((atMs) => atMs > nowMs);
  return times.length === 0 ? undefined : Math.min(...times);
}
