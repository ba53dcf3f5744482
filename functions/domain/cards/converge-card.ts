import type { Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, WriteConflict } from '#functions/ports/store.ts';
import { lateEffectMs } from '../operations/operation-steps.ts';
import { visibleCard, wantedOf } from './visible-card.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** When a card that could not be brought to what its owner wants is tried again, in milliseconds. */
const retryMs = 20_000;

/**
 * Brings a card at the issuer to what its owner wants, or to frozen while the account is suspended. What is wanted is stored first; this may be repeated by anybody,
 * any number of times. A call of unknown outcome may still take effect later, so the card is looked at again until that
 * is out of the question. Answers the card as it then is.
 */
export async function convergeCard(
  needs: Needs,
  key: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> },
): Promise<Card> {
  const { store, clock, random, issuer, log } = needs;
  for (let attempt = 1; ; attempt += 1) {
    const card = visibleCard(await store.get('card', key));
    if (card.lifecycle !== 'open' || card.issuerCardId === undefined || card.dueAtMs === undefined) return card;
    const wanted = wantedOf(card);
    const seen = await actualOf(needs, card);
    const nowMs = clock.now();
    const settled =
      card.uncertainUntilMs <= nowMs ? { dueAtMs: undefined, uncertainUntilMs: 0 } : { dueAtMs: card.uncertainUntilMs };
    let changes: Partial<Card>;
    if (seen === wanted) {
      changes = { actual: seen, ...settled };
    } else {
      const answer = await (wanted === 'frozen'
        ? issuer.freeze(card.issuerCardId)
        : issuer.unfreeze(card.issuerCardId));
      if (answer.outcome === 'success') {
        changes = { actual: wanted, ...settled };
      } else {
        log.warn('card not converged', { cardId: card.cardId, wanted, outcome: answer.outcome });
        changes = {
          dueAtMs: nowMs + retryMs,
          ...(answer.outcome === 'unknown' ? { uncertainUntilMs: nowMs + lateEffectMs } : {}),
        };
      }
    }
    try {
      const write = update('card', card, { ...changes, updatedAtMs: clock.now() });
      await store.commit([write]);
      return { ...card, ...changes, version: card.version + 1 };
    } catch (thrown) {
      if (!(thrown instanceof WriteConflict) || attempt === 8) throw thrown;
      await clock.sleep(random.below(40 * attempt));
    }
  }
}

/**
 * What the issuer has, when that has to be asked: only while an earlier call of unknown outcome may still take effect.
 * Otherwise what was last seen is what is there.
 */
async function actualOf({ issuer }: Needs, card: Card): Promise<Card['actual'] | undefined> {
  if (card.issuerCardId === undefined) return undefined;
  if (card.uncertainUntilMs === 0) return card.actual;
  const found = await issuer.readCard(card.issuerCardId);
  if (found.outcome !== 'success' || found.value === undefined) return undefined;
  return found.value.isActive ? 'active' : 'frozen';
}
