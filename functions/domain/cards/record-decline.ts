import { createHash } from 'node:crypto';
import type { Id } from '#shared/ids.ts';
import type { IssuerEvent } from '#functions/ports/card-issuer.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update, WriteConflict } from '#functions/ports/store.ts';
import { withRetries } from '../with-retries.ts';
import { cardTransactionOf } from './card-transaction.ts';
import { declineMeaning } from './decline-meaning.ts';
import { touched } from './catch-up-schedule.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;
type Decline = Extract<IssuerEvent, { type: 'decline' }>;

/**
 * Shows a declined purchase in the card's history, with its reason in plain words. No money moves, so nothing need be
 * confirmed. `countedAtMs` is when a decline for lack of money, which is counted, was first recorded; undefined for any
 * other decline. `isNew` is false for a decline that was reported before.
 */
export async function recordDecline(
  needs: Needs,
  owner: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> },
  decline: Decline,
): Promise<{ readonly isNew: boolean; readonly countedAtMs: number | undefined }> {
  const { code, words } = declineMeaning(decline.reason);
  const isShort = code === 'insufficient_funds' || (code === 'other' && mayBeShort.test(decline.reason));
  const name = decline.reference ?? createHash('sha256').update(JSON.stringify(decline)).digest('base64url');
  const marker = { markerId: declineMarker(owner.cardId, name) };
  let isNew = true;
  let recordedAtMs = 0;
  try {
    await withRetries(needs, async () => {
      const card = await needs.store.get('card', owner);
      if (!card) throw new Error(`no such card: ${owner.cardId}`);
      const counted = { ...card, transactionCount: card.transactionCount + 1 };
      const nowMs = needs.clock.now();
      recordedAtMs = nowMs;
      await needs.store.commit([
        insert('marker', { ...marker, atMs: nowMs }),
        update('card', card, {
          transactionCount: counted.transactionCount,
          ...(isShort ? { shortDeclines: card.shortDeclines + 1 } : {}),
          ...touched(nowMs),
          updatedAtMs: nowMs,
        }),
        insert(
          'cardTransaction',
          cardTransactionOf(counted, {
            reference: name,
            kind: 'purchase',
            status: 'declined',
            declineReason: words,
            declineCode: code,
            direction: 'debit',
            amountCents: decline.amountCents,
            description: decline.description,
            atMs: decline.atMs,
          }),
        ),
      ]);
    });
  } catch (thrown) {
    // Reported before: its marker exists.
    if (!(thrown instanceof WriteConflict && thrown.exists('marker'))) throw thrown;
    isNew = false;
    recordedAtMs = (await needs.store.get('marker', marker))?.atMs ?? 0;
  }
  return { isNew, countedAtMs: isShort ? recordedAtMs : undefined };
}

/** Returns the id of the marker of a decline that is in a card's history, named by the reference of its line. */
export function declineMarker(cardId: Id<'card'>, reference: string): string {
  return `decline:${cardId}:${reference}`;
}

/**
 * An unknown text that sounds like a lack of money still counts towards the freeze: the issuer deletes a
 * card for too many, and a freeze can be undone.
 */
const mayBeShort = /insufficient|enough/i;
