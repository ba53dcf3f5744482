import type { Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities.ts';
import type { IssuerEvent } from '#functions/ports/card-issuer.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { withRetries } from '../with-retries.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/**
 * Takes over what the issuer did to a card by itself: froze it for inactivity, blocked it. The webhook only says that
 * something happened; what did is read at the issuer. Throws while the issuer does not answer.
 */
export async function refreshCard(
  needs: Needs,
  owner: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> },
  claim: Extract<IssuerEvent, { type: 'card' }>,
): Promise<void> {
  const { store, issuer, clock, log } = needs;
  const answer = await issuer.readCard(claim.issuerCardId);
  if (answer.outcome === 'not_processed') {
    await clock.sleep(Math.min(answer.retryAfterMs, 3_200));
    throw new Error('the issuer answers one read of a card every three seconds');
  }
  if (answer.outcome !== 'success') throw new Error(`the issuer did not answer about a card: ${answer.outcome}`);
  const seen = answer.value;
  await withRetries(needs, async () => {
    const card = await store.get('card', owner);
    if (!card || card.lifecycle !== 'open' || !seen) return;
    const changes = changesFor(card, claim, seen);
    if (Object.keys(changes).length === 0) return;
    log.info('card changed at the issuer', { cardId: card.cardId, claim: claim.claim });
    await store.commit([update('card', card, { ...changes, updatedAtMs: clock.now() })]);
  });
}

function changesFor(
  card: Card,
  claim: Extract<IssuerEvent, { type: 'card' }>,
  seen: { readonly isActive: boolean; readonly isBlocked: boolean; readonly isDeleted: boolean },
): Partial<Card> {
  const actual = seen.isActive ? 'active' : 'frozen';
  const blockedReason = seen.isDeleted
    ? 'The card issuer has closed this card. Its money is safe; support will return it.'
    : seen.isBlocked
      ? `The card issuer has blocked this card${claim.reason === '' ? '.' : `: ${claim.reason}`}`
      : undefined;
  return {
    ...(blockedReason === card.blockedReason ? {} : { blockedReason }),
    // What the issuer froze by itself its owner may unfreeze: what is wanted follows.
    ...(claim.claim === 'frozen' && actual === 'frozen' && card.desired === 'active' ? { desired: 'frozen' } : {}),
    ...(actual === card.actual ? {} : { actual }),
  };
}
