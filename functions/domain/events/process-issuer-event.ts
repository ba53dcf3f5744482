import type { Id } from '#shared/ids.ts';
import type { IssuerEvent } from '#functions/ports/card-issuer.ts';
import type { StoredEvent } from '#functions/ports/entities/deposits.ts';
import type { Services } from '#functions/ports/services.ts';
import { driveOperation } from '../operations/drive-operation.ts';
import { closeCard, closingOf } from '#functions/domain/cards/try-close-card.ts';
import { declineMeaning } from '../cards/decline-meaning.ts';
import { catchUpCard } from '../cards/catch-up-card.ts';
import { reconcileDueCards, ownerOfDueCards } from '#functions/domain/cards/reconcile-due-cards.ts';
import { freezeAfterDeclines } from '#functions/domain/cards/freeze-after-declines.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { recordDecline } from '../cards/record-decline.ts';
import { refreshCard } from '../cards/refresh-card.ts';
import { markProcessed } from './store-event.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer'>;

/** Timeout for driving the operation of a webhook, in milliseconds. */
const patienceMs = 5_000;

/**
 * Processes one stored issuer webhook, a person's due cards, or a card to be closed. Most claims of a webhook only say
 * what to ask the issuer. Doing it again changes nothing. Throws while the issuer does not answer, so that the queue
 * brings the message back.
 */
export async function processIssuerEvent(needs: Needs, eventId: string): Promise<void> {
  const { store, issuer, log } = needs;
  const userId = ownerOfDueCards(eventId);
  if (userId !== undefined) return reconcileDueCards(needs, userId);
  const closing = closingOf(eventId);
  if (closing !== undefined) return closeCard(needs, closing);
  const event = await store.get('event', { eventId });
  if (!event) {
    log.warn('event is gone', { eventId });
    return;
  }
  const claim = issuer.parseWebhook(Buffer.from(event.bodyBase64, 'base64'));
  return markProcessed(needs, event, claim === undefined ? nothing('it is no event') : await actOn(needs, claim));
}

type Result = NonNullable<StoredEvent['result']>;

const did = (words: string): Result => ({ outcome: 'done', words });
const nothing = (words: string): Result => ({ outcome: 'no_effect', words });
const noCard = nothing('there is no such card of ours');

async function actOn(needs: Needs, claim: IssuerEvent): Promise<Result> {
  const { store, clock, log } = needs;
  switch (claim.type) {
    case 'transfer': {
      const operationId = claim.reference as Id<'operation'>;
      if ((await store.get('operation', { operationId })) !== undefined) {
        await driveOperation(needs, operationId, { untilMs: clock.now() + patienceMs });
        return did(`the issuer was asked about ${operationId}`);
      }
      // A merchant's refund may be reported as a credit. A card that is being created has no owner entry yet: its
      // operation posts its first money.
      const owner = await store.get('issuerCardOwner', { issuerCardId: claim.issuerCardId });
      if (!owner) return noCard;
      await catchUpCard(needs, owner, claim.reference);
      return did(historyRead);
    }
    case 'transaction': {
      const owner = await ownerOf(needs, claim.issuerCardId);
      if (!owner) return noCard;
      await catchUpCard(needs, owner, claim.reference, { claim });
      return did(historyRead);
    }
    case 'decline': {
      const owner = await ownerOf(needs, claim.issuerCardId);
      if (!owner) return noCard;
      await learnOfFreeze(needs, owner, claim.reason);
      const { isNew, countedAtMs } = await recordDecline(needs, owner, claim);
      // Also for a repeat: the process of the first report may have died before the freeze.
      if (countedAtMs !== undefined) await freezeAfterDeclines(needs, owner, countedAtMs);
      return isNew ? did('the decline was recorded') : nothing('this decline was known');
    }
    case 'card': {
      // The operation of a new card reads the issuer itself; another read would only use up the issuer's rate limit.
      if (claim.claim === 'created' || claim.claim === 'creation_failed')
        return nothing('its operation asks by itself');
      // A card that is being created has no owner entry yet: its operation finds the card by asking the issuer.
      const owner = await store.get('issuerCardOwner', { issuerCardId: claim.issuerCardId });
      if (!owner) return noCard;
      await refreshCard(needs, owner, claim);
      return did('the card was read at the issuer');
    }
    case 'holder':
      // The registration reads the issuer itself within a minute; the event is only logged.
      log.info('holder event', { claim: claim.claim });
      return nothing('the registration asks by itself');
    // The webhook route took the code out; the stored event only shows that there was one.
    case 'code':
      return nothing('a one-time code was shown to its owner');
    case 'ignored':
      return nothing('we do not act upon this kind');
  }
}

/**
 * Reads a card at the issuer that declined a purchase as frozen although we have it active: the freeze's own webhook was
 * lost. Done before the decline is recorded, so that its owner is not advised to try again.
 */
async function learnOfFreeze(
  needs: Needs,
  owner: { readonly userId: Id<'user'>; readonly cardId: Id<'card'> },
  declineReason: string,
): Promise<void> {
  if (declineMeaning(declineReason).code !== 'card_frozen') return;
  const card = await needs.store.get('card', owner);
  if (card?.lifecycle !== 'open' || card.actual !== 'active') return;
  try {
    await refreshCard(needs, owner, undefined);
  } catch (thrown) {
    // The decline is still news. A later decline or the catch-up of an idle card asks again.
    needs.log.warn('card not read after a decline', {
      cardId: card.cardId,
      detail: failureMessage(thrown),
    });
  }
}

const historyRead = 'the card’s history was read at the issuer';

async function ownerOf(
  { store, issuer, log }: Needs,
  issuerCardId: string,
): Promise<{ userId: Id<'user'>; cardId: Id<'card'> } | undefined> {
  const owner = await store.get('issuerCardOwner', { issuerCardId });
  if (!owner) {
    const seen = await issuer.readCard(issuerCardId);
    if (seen.outcome === 'success' && seen.value === undefined) {
      // Anyone who has seen one header of the issuer can forge such an event, so it alerts no person.
      log.warn('issuer event of no card at all', { issuerCardId });
      return undefined;
    }
    log.error('issuer event of no card of ours', { issuerCardId });
    // The card may just be being created: the queue brings the event back until its owner is known.
    throw new Error('the card of an issuer event is not known yet');
  }
  return owner;
}
