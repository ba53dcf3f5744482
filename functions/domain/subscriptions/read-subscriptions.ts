import type * as z from 'zod/mini';
import type { Subscription as WireSubscription } from '#shared/contract/subscriptions.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Subscription } from '#functions/ports/entities/subscriptions.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { endsAtMs, isSame } from './find-subscriptions.ts';
import { shortByOf } from './short-by-of.ts';

type Needs = Pick<Services, 'store' | 'clock'>;
type Wire = z.input<typeof WireSubscription>;

/** Returns a person's subscriptions on open cards, the next payment first. */
export async function readSubscriptions({ store, clock }: Needs, userId: Id<'user'>): Promise<Wire[]> {
  const [subscriptions, cards] = await Promise.all([store.get('subscriptions', { userId }), store.listCards(userId)]);
  const nowMs = clock.now();
  return (subscriptions?.found ?? []).flatMap((each) => {
    const card = cards.find(({ cardId, lifecycle }) => cardId === each.cardId && lifecycle === 'open');
    return card && endsAtMs(each) > nowMs ? [describe(each, card, nowMs)] : [];
  });
}

/**
 * Stops the notifications of a subscription until a time, or lets them begin again (undefined). Throws AppError NotFound.
 */
export async function muteSubscription(
  needs: Needs & Pick<Services, 'random'>,
  userId: Id<'user'>,
  order: { readonly cardId: Id<'card'>; readonly merchant: string; readonly mutedUntilMs: number | undefined },
): Promise<Wire> {
  const { cardId, mutedUntilMs } = order;
  return withRetries(needs, async () => {
    const [before, card] = await needs.store.getBoth(
      { kind: 'subscriptions', key: { userId } },
      { kind: 'card', key: { userId, cardId } },
    );
    const subscription = before?.found.find((each) => isSame(each, order));
    if (!before || !subscription || card?.lifecycle !== 'open')
      throw new AppError('NotFound', 'Subscription not found.');
    const muted = { ...subscription, mutedUntilMs };
    const found = before.found.map((each) => (each === subscription ? muted : each));
    await needs.store.commit([update('subscriptions', before, { found })]);
    return describe(muted, card, needs.clock.now());
  });
}

function describe(subscription: Subscription, card: Card, nowMs: number): Wire {
  const { mutedUntilMs = 0, nextAtMs } = subscription;
  return {
    merchant: subscription.merchant,
    cardId: subscription.cardId,
    expectedCents: subscription.expectedCents,
    nextAt: new Date(nextAtMs).toISOString(),
    cadenceDays: subscription.cadenceDays,
    shortByCents: shortByOf(card, subscription),
    mutedUntil: mutedUntilMs > nowMs ? new Date(mutedUntilMs).toISOString() : null,
  };
}
