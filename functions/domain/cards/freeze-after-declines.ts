import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, WriteConflict } from '#functions/ports/store.ts';
import { endedByOwner, isUnfrozenSince } from './frozen-reasons.ts';
import { setDesiredState } from './set-desired-state.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

const declinesMax = limits.declinesUntilFrozen;

/**
 * Freezes a card before the issuer deletes it for declines. Only webhooks report declines, and those prove nothing: the
 * issuer's own count decides if it states one. Its owner may unfreeze the card; a further decline freezes it again,
 * but not one that was recorded before and is only reported once more.
 */
export async function freezeAfterDeclines(
  needs: Needs,
  key: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> },
  recordedAtMs: number,
): Promise<void> {
  const { store, issuer, log } = needs;
  const card = await store.get('card', key);
  if (card?.lifecycle !== 'open' || card.issuerCardId === undefined) return;
  // A card that is frozen for either of these reasons needs no other: its owner's Unfreeze would end both.
  if (card.shortDeclines < declinesMax || card.frozenReasons.some((each) => endedByOwner.includes(each))) return;
  if (isUnfrozenSince(card, recordedAtMs)) return;
  const seen = await issuer.readCard(card.issuerCardId);
  // An issuer that does not answer keeps nobody from freezing: that can be undone, a deletion cannot.
  const counted = (seen.outcome === 'success' ? seen.value?.shortDeclines : undefined) ?? card.shortDeclines;
  if (counted >= declinesMax) {
    log.warn('card frozen for its declines', { cardId: card.cardId, declines: counted });
    await setDesiredState(needs, { ...key, desired: 'frozen', reason: 'declines', recordedAtMs });
    return;
  }
  try {
    await store.commit([update('card', card, { shortDeclines: counted })]);
  } catch (thrown) {
    // The count may be older than a decline since, which asks again.
    if (!(thrown instanceof WriteConflict)) throw thrown;
  }
}
