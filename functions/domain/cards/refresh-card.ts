import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { IssuerCard, IssuerEvent } from '#functions/ports/card-issuer.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { ProviderSilent } from '../provider-silent.ts';
import { withRetries } from '../with-retries.ts';
import { wantedOf, withReason } from './frozen-reasons.ts';
import { relieved } from './relieved.ts';
import { acceptIssuerDeletion } from './accept-issuer-deletion.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** The claim of a webhook and its reason; undefined without a webhook. */
type Hint = Pick<Extract<IssuerEvent, { type: 'card' }>, 'claim' | 'reason'>;

/**
 * Takes over what the issuer did to a card by itself: froze it for inactivity, blocked it, deleted it. A webhook only
 * says that something happened; the change itself is read at the issuer. Returns the issuer's card, and ours as it was
 * after that; undefined when the issuer has no such card. Throws while the issuer does not answer.
 */
export async function refreshCard(
  needs: Needs,
  key: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> },
  hint: Hint | undefined,
  listed?: Card,
): Promise<{ readonly seen: IssuerCard; readonly card: Card | undefined } | undefined> {
  const { store, clock, log } = needs;
  const before = listed ?? (await store.get('card', key));
  const seen = await readAtIssuer(needs, before);
  if (!before || !seen) return undefined;
  if (seen.isDeleted) {
    await acceptIssuerDeletion(needs, key, hint?.reason ?? '');
    return { seen, card: undefined };
  }
  const card = await withRetries(needs, async () => {
    const card = await store.get('card', key);
    if (card?.lifecycle !== 'open') return card;
    // The seen state may be older than a freeze or a load since, even one that has ended again. A webhook comes again,
    // a catch-up has its next turn.
    if (card.version !== before.version) {
      if (hint) throw new Error('the card was changed while it was read at the issuer');
      return card;
    }
    const nowMs = clock.now();
    const changes = changesFor(card, hint, seen, nowMs);
    if (Object.keys(changes).length === 0) return card;
    log.info('card changed at the issuer', { cardId: card.cardId, claim: hint?.claim });
    await store.commit([update('card', card, { ...changes, updatedAtMs: nowMs })]);
    return { ...card, ...changes, updatedAtMs: nowMs, version: card.version + 1 };
  });
  return { seen, card };
}

async function readAtIssuer({ issuer, clock }: Needs, card: Card | undefined): Promise<IssuerCard | undefined> {
  if (card?.issuerCardId === undefined) return undefined;
  const answer = await issuer.readCard(card.issuerCardId);
  if (answer.outcome === 'not_processed') {
    await clock.sleep(Math.min(answer.retryAfterMs, 3_200));
    throw new Error('the issuer answers one read of a card every three seconds');
  }
  if (answer.outcome !== 'success') throw new ProviderSilent('the issuer did not answer about a card', answer);
  return answer.value;
}

function changesFor(card: Card, hint: Hint | undefined, seen: IssuerCard, nowMs: number): Partial<Card> {
  if (seen.isBlocked) {
    const reason = hint?.claim === 'blocked' && hint.reason !== '' ? `: ${hint.reason}` : '.';
    // Keep the first block reason: later reads carry none.
    return card.blockedReason === undefined ? { blockedReason: `The card issuer has blocked this card${reason}` } : {};
  }
  const wanted = wantedOf(card);
  const unblocked = card.blockedReason === undefined ? {} : { blockedReason: undefined };
  // While the owner's wish is on its way, a difference is not the issuer's doing.
  if (card.dueAtMs !== undefined || card.uncertainUntilMs > 0) return unblocked;
  if (seen.isActive) {
    return {
      ...unblocked,
      ...(card.isShortOfMoney ? { isShortOfMoney: false } : {}),
      ...(card.actual === 'active' ? {} : { actual: 'active' }),
      ...(wanted === 'active' ? {} : { dueAtMs: nowMs }),
    };
  }
  if (card.isShortOfMoney && wanted === 'active' && seen.bookBalanceCents >= limits.cardMinimumCents)
    return { ...unblocked, ...relieved(card, seen.bookBalanceCents, nowMs) };
  // The issuer stops a card only for a monthly cost that it cannot pay, and need not report that of a card that its
  // owner froze. The warning that such a card will be deleted may come before the news that it was stopped.
  const isShort = hint?.claim === 'blocked' || (hint?.claim !== 'frozen' && wanted === 'active');
  if (isShort && !card.isShortOfMoney && seen.bookBalanceCents < limits.cardMinimumCents)
    return { ...unblocked, isShortOfMoney: true };
  if (card.isShortOfMoney || wanted === 'frozen')
    return { ...unblocked, ...(card.actual === 'active' && wanted === 'frozen' ? { actual: 'frozen' } : {}) };
  // Money came before this read: nothing keeps the stopped card from being used any more.
  if (hint?.claim === 'blocked') return { ...unblocked, actual: 'frozen', dueAtMs: nowMs };
  // Its owner may unfreeze a card that the issuer froze by itself.
  return {
    ...unblocked,
    frozenReasons: withReason(card, 'owner'),
    actual: 'frozen',
    freezeReason:
      hint?.claim === 'frozen'
        ? 'The card issuer froze this card because it was not used for a while. Unfreeze it to use it again.'
        : 'The card issuer froze this card. Unfreeze it to use it again.',
  };
}
