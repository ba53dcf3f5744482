import type { Subscription, Subscriptions } from '#functions/ports/entities/subscriptions.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { newNotification } from '#functions/domain/notifications/new-notification.ts';
import { defaultState } from '#functions/domain/notifications/notification-state.ts';
import { announcedAtMs, announcePayments } from './announce-payments.ts';
import { endsAtMs, findSubscriptions } from './find-subscriptions.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'log'>;

/** Maximum number of people per shard and run. The rest is due a minute later. */
const batch = 25;

/** Maximum number of a card's lines that subscriptions are looked for in. */
const linesMax = 400;

/** Maximum number of a person's subscriptions. */
const subscriptionsMax = 50;

/** Time after which a run begins no further person, in milliseconds. */
const beginsForMs = 20_000;

/**
 * Looks for the subscriptions of people whose cards were charged, and announces payments three days and one day ahead, those of
 * a card together. The notifications are stored in the transaction that notes them, so each is there once.
 */
export async function driveSubscriptions(needs: Needs): Promise<{ people: number; failed: number }> {
  const { store, clock, log } = needs;
  const beganAtMs = clock.now();
  const due = await store.listDueSubscriptions(beganAtMs, batch);
  const { done, failed } = await inParallel(
    due,
    8,
    ({ userId }) => drive(needs, userId),
    ({ userId }, thrown) =>
      log.error('subscriptions not driven', {
        userId,
        detail: thrown instanceof Error ? thrown.message : 'unknown',
      }),
    () => clock.now() - beganAtMs > beginsForMs,
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
  const seen = await Promise.all(
    cards.map(async (card) => {
      const to = card.transactionCount;
      const lines = await store.listCardTransactions(card.cardId, {
        from: Math.max(1, to - linesMax + 1),
        to,
        mayLag: true,
      });
      return findSubscriptions(card, lines, nowMs);
    }),
  );
  const now = seen
    .flat()
    .toSorted((a, b) => a.nextAtMs - b.nextAtMs)
    .slice(0, subscriptionsMax)
    .map((each) => keptFrom(before, each));
  const { found, events } = announcePayments(now, cards, nowMs);
  const fresh = events.map((event) => newNotification(event, state ?? defaultState(userId), nowMs));
  const stored = await store.getMany('notification', fresh);
  try {
    await store.commit([
      update('subscriptions', before, { found, dueAtMs: nextDueAtMs(found, nowMs) }),
      ...fresh.filter((_, place) => stored[place] === undefined).map((each) => insert('notification', each)),
    ]);
  } catch (thrown) {
    // Another purchase, a mute or another run was faster: they are due still, or done.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
}

/** A subscription with what its owner chose and was notified of before. */
function keptFrom({ found }: Subscriptions, subscription: Subscription): Subscription {
  const { cardId, merchant, nextAtMs } = subscription;
  const before = found.find((each) => each.cardId === cardId && each.merchant === merchant);
  return {
    ...subscription,
    ...(before?.mutedUntilMs === undefined ? {} : { mutedUntilMs: before.mutedUntilMs }),
    ...(before?.nextAtMs === nextAtMs && before.notifiedDays !== undefined
      ? { notifiedDays: before.notifiedDays }
      : {}),
  };
}

/** The next time at which something is to be done: a payment to be announced, or one that did not come to be dropped. */
function nextDueAtMs(found: readonly Subscription[], nowMs: number): number | undefined {
  const times = found.flatMap((each) => [...announcedAtMs(each), endsAtMs(each)]).filter((atMs) => atMs > nowMs);
  return times.length === 0 ? undefined : Math.min(...times);
}
