import type { Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { Posting } from '../ledger/posting.ts';
import { withRetries } from '../with-retries.ts';
import { catchUpCard } from './catch-up-card.ts';
import { touched } from './catch-up-schedule.ts';
import { emptyDeletedCard } from './empty-deleted-card.ts';
import { cardDescription } from './card-description.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/**
 * Closes a card that the issuer deleted by itself. The card's rest returns to its owner's balance, and its place is
 * free for another card. All charges are posted first, so that no purchase turns into a debt. Loads and withdrawals
 * under way are ended by their operations. A card that its owner is deleting is left to that operation. Throws while
 * the issuer does not answer.
 */
export async function acceptIssuerDeletion(
  needs: Needs,
  key: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> },
  reason: string,
): Promise<void> {
  const { store, clock, log } = needs;
  const { userId, cardId } = key;
  await catchUpCard(needs, key, undefined, { isThorough: true });
  await withRetries(needs, async () => {
    const [wallet, card] = await store.getBoth(
      { kind: 'wallet', key: { userId } },
      { kind: 'card', key: { userId, cardId } },
    );
    if (!wallet || card?.lifecycle !== 'open') return;
    const nowMs = clock.now();
    const posting = new Posting(nowMs, { wallet, card }).changeWallet({ cardCount: wallet.cardCount - 1 }).changeCard({
      ...touched(nowMs),
      lifecycle: 'deleted',
      blockedReason: `The card issuer closed this card${reason === '' ? '' : ` (${reason})`}.${restWords(card)}`,
      dueAtMs: undefined,
      uncertainUntilMs: 0,
    });
    const rest = await emptyDeletedCard(needs, posting, {
      cause: `${cardId}:deleted`,
      kinds: ['card_closing', 'card_charge'],
      description: cardDescription('The card issuer closed', card),
      atMs: nowMs,
    });
    await store.commit([...(await posting.writes(store)), ...rest]);
    log.warn('card deleted by its issuer', { cardId, returnedCents: card.balanceCents });
  });
}

/** Says in a sentence where a card's balance went; nothing of a card without one. */
function restWords({ balanceCents }: Card): string {
  if (balanceCents === 0) return '';
  return balanceCents > 0 ? ' What was left on it went to your balance.' : ' What it owed was charged to your balance.';
}
