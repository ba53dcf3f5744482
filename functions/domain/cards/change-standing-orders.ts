import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { quoteLoad } from '#shared/load-fee.ts';
import { formatCents, sum, type Cents } from '#shared/money.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { pricesAt, refuseOtherQuote } from '#functions/domain/steering/prices.ts';
import { limitsOf } from '#functions/domain/steering/card-limits.ts';
import { readSteering } from '#functions/domain/steering/read-steering.ts';
import { statusOf, visibleCard } from './visible-card.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

type CardKey = { readonly userId: Id<'user'>; readonly cardId: Id<'card'> };

/**
 * Sets the balance below which a card's owner is notified; undefined for none. Throws AppError NotFound, CardNotActive (a
 * deleted card).
 */
export async function setLowBalance(needs: Needs, key: CardKey, lowBalanceCents: Cents | undefined): Promise<Card> {
  return changeCard(needs, key, (card) => {
    refuseDeleted(card);
    return { lowBalanceCents };
  });
}

/**
 * Orders auto-loads of a card, from the next purchase on. What this month's auto-loads put on it stays counted. Throws
 * AppError NotFound, CardNotActive (a deleted card), CardBalanceLimit, QuoteChanged, ValidationFailed.
 */
export async function setAutoLoad(
  needs: Needs,
  key: CardKey,
  order: {
    readonly below: Cents;
    readonly amount: Cents;
    readonly monthlyMax: Cents;
    readonly until: string | null;
    /** Version of the prices that the person was shown, if the request names it. */
    readonly quotedVersion?: string | undefined;
  },
): Promise<Card> {
  const { below, amount, monthlyMax, until } = order;
  const sinceMs = needs.clock.now();
  const steering = await readSteering(needs);
  const prices = pricesAt(steering, sinceMs);
  refuseOtherQuote(prices, order.quotedVersion);
  const untilMs = until === null ? undefined : Date.parse(until);
  if (untilMs !== undefined && untilMs <= sinceMs)
    throw new AppError('ValidationFailed', 'The end of auto-load must be in the future.', {
      fields: { until: 'must be in the future' },
    });
  return changeCard(needs, key, (card) => {
    refuseDeleted(card);
    const { balanceCents } = limitsOf(card, steering, needs.clock.now());
    if (sum(below, amount) > balanceCents)
      throw new AppError(
        'CardBalanceLimit',
        `This card can hold at most ${formatCents(balanceCents)}; an auto-load could make it more.`,
        { fields: { amount: 'is more than the card can hold' } },
      );
    const { feeCents } = quoteLoad(amount, false, prices);
    const autoLoad = { belowCents: below, amountCents: amount, monthlyMaxCents: monthlyMax, untilMs, sinceMs };
    return { autoLoad: { ...autoLoad, feeCents, failures: 0 } };
  });
}

/** Ends auto-load of a card. A load that is under way is finished. Throws AppError NotFound. */
export async function endAutoLoad(needs: Needs, key: CardKey): Promise<Card> {
  return changeCard(needs, key, () => ({ autoLoad: undefined }));
}

async function changeCard(
  needs: Needs,
  { userId, cardId }: CardKey,
  changesOf: (card: Card) => Partial<Card>,
): Promise<Card> {
  return withRetries(needs, async () => {
    const card = visibleCard(await needs.store.get('card', { userId, cardId }));
    const changes = { ...changesOf(card), updatedAtMs: needs.clock.now() };
    await needs.store.commit([update('card', card, changes)]);
    return { ...card, ...changes };
  });
}

function refuseDeleted(card: Card): void {
  if (statusOf(card) === 'deleted') throw new AppError('CardNotActive', 'This card was deleted.');
}
