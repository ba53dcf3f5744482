import { createHash } from 'node:crypto';
import type { Id } from '#shared/ids.ts';
import type { IssuerEvent } from '#functions/ports/card-issuer.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';
import { withRetries } from '../with-retries.ts';
import { cardTransactionOf } from './card-transaction.ts';
import { stirred } from './catch-up-schedule.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;
type Decline = Extract<IssuerEvent, { type: 'decline' }>;

/**
 * Shows a declined purchase in the card's history, with its reason in plain words. No money moves, so nothing need be
 * confirmed. Answers true when it was for lack of money, which is counted.
 */
export async function recordDecline(
  needs: Needs,
  owner: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> },
  decline: Decline,
): Promise<boolean> {
  const isShort = shortOfMoney.test(decline.reason);
  const name = decline.reference ?? createHash('sha256').update(JSON.stringify(decline)).digest('base64url');
  try {
    await withRetries(needs, async () => {
      const card = await needs.store.get('card', owner);
      if (!card) throw new Error(`no such card: ${owner.cardId}`);
      const counted = { ...card, transactionCount: card.transactionCount + 1 };
      const nowMs = needs.clock.now();
      await needs.store.commit([
        insert('marker', { markerId: declineMarker(card.cardId, name), atMs: nowMs }),
        update('card', card, {
          transactionCount: counted.transactionCount,
          ...(isShort ? { shortDeclines: card.shortDeclines + 1 } : {}),
          ...stirred(nowMs),
          updatedAtMs: nowMs,
        }),
        insert(
          'cardTransaction',
          cardTransactionOf(counted, {
            reference: name,
            kind: 'purchase',
            status: 'declined',
            declineReason: plainWords(decline.reason),
            direction: 'debit',
            amountCents: decline.amountCents,
            description: decline.description,
            atMs: decline.atMs,
          }),
        ),
      ]);
    });
  } catch (thrown) {
    // Told twice: the marker is there.
    if (!(thrown instanceof WriteConflict && thrown.exists('marker'))) throw thrown;
  }
  return isShort;
}

/** The marker whose existence says that a decline is in a card's history, by what its line there calls it. */
export function declineMarker(cardId: Id<'card'>, reference: string): string {
  return `decline:${cardId}:${reference}`;
}

/** How the issuer says that there was not enough on the card. */
const shortOfMoney = /insufficient|enough/i;

/** What the issuer's text means for the person who stood at the till. */
const meanings: readonly (readonly [pattern: RegExp, words: string])[] = [
  [shortOfMoney, 'There was not enough money on the card.'],
  [/frozen|freez|inactive|not active/i, 'The card was frozen.'],
  [/month/i, "The card's monthly limit was reached."],
  [/limit/i, 'The amount was above what one purchase may be.'],
  [/pin|3ds|3-d/i, 'The 3DS code was wrong.'],
  [/cvv|cvc|security code/i, 'The CVV was wrong.'],
  [/expir/i, 'The expiry date was wrong.'],
  [/merchant|mcc|categor/i, 'This kind of merchant is not supported.'],
  [/block|fraud/i, 'The card issuer has blocked the card.'],
  [/delet|clos/i, 'The card was deleted.'],
];

/** A decline in plain words. */
export function plainWords(reason: string): string {
  return meanings.find(([pattern]) => pattern.test(reason))?.[1] ?? 'The card issuer declined it without saying why.';
}
