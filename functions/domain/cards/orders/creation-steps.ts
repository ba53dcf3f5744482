import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { insert, remove, type Store, type Write } from '#functions/ports/store.ts';
import { sum, zero, type Cents } from '#shared/money.ts';
import { bonusGranted, released, operationSettled, totalOf } from '#functions/domain/ledger/postings.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { nextCardLine } from '#functions/domain/cards/card-transaction.ts';
import { touched } from '#functions/domain/cards/catch-up-schedule.ts';
import { bonusFor, firstCardMarker } from '#functions/domain/cards/first-card-bonus.ts';
import { madeWith } from '#functions/domain/steering/card-limits.ts';
import { wantedOf } from '#functions/domain/cards/frozen-reasons.ts';
import { cardRewardWrites } from '#functions/domain/referrals/reward.ts';
import { trySettleReward } from '#functions/domain/referrals/settle-reward.ts';
import { bonusLine } from './bonus-line.ts';
import { activityEnd, operationParties } from '#functions/domain/operations/operation-end.ts';
import { sendBeforeOf, type OperationSteps, type Settlement } from '#functions/domain/operations/operation-steps.ts';

/** Creating a card: fee and first deposit are held, the issuer makes the card, the hold is spent. */
export const creationSteps: OperationSteps = {
  // The PIN is stored nowhere. A second request after an unknown first one could make a second card.
  canSubmit: (operation, { pin }) => pin !== undefined && operation.unresolvedAttempts === 0 && !operation.isAccepted,
  resubmitAfterMs: Infinity,

  async submit({ issuer, store }, operation, { pin }) {
    const { cardId, holderId } = known(operation);
    const card = await store.get('card', { userId: operation.userId, cardId });
    if (!card || pin === undefined) throw new Error(`${operation.operationId} cannot be submitted`);
    return issuer.createCard({
      reference: operation.operationId,
      cardId,
      holderId,
      label: card.name,
      pin,
      fundingCents: operation.amountCents,
      monthlySpendCents: madeWith(card).monthlySpendCents,
      sendBeforeMs: sendBeforeOf(operation),
    });
  },

  async ask({ issuer }, operation) {
    const { cardId, holderId } = known(operation);
    const { issuerCardId, operationId } = operation;
    // Read the cardholder's list: the issuer serves a card's own page once in three seconds, and the reveal needs it.
    const found = await issuer.findCard({ holderId, cardId });
    if (found.outcome !== 'success') return { verdict: 'unknown' };
    const card = found.value;
    if (card === undefined) {
      // An accepted creation may have failed since. Until the time is up, only the issuer's word FAILED proves that.
      if (issuerCardId === undefined) return { verdict: 'absent' };
      const made = await issuer.readTransfer({ issuerCardId, reference: operationId });
      return made.outcome === 'success' && made.value === 'failed'
        ? { verdict: 'failed', reason: 'the issuer says FAILED' }
        : { verdict: 'absent' };
    }
    if (card.isDeleted) return { verdict: 'failed', reason: 'the issuer deleted the card' };
    return { verdict: 'happened', evidence: { card } };
  },

  async settle({ store, random }, operation, { card: issued }, nowMs): Promise<Settlement> {
    const { cardId } = known(operation);
    const { userId } = operation;
    if (!issued) throw new Error('a settled card has evidence');
    const { wallet, card } = await operationParties(store, operation);
    const posting = new Posting(nowMs, { wallet, card }).post(operationSettled({ ...operation, cardId })).changeCard({
      lifecycle: 'open',
      issuerCardId: issued.issuerCardId,
      last4Digits: issued.last4Digits,
      brand: issued.brand,
      actual: issued.isActive ? 'active' : 'frozen',
      ...touched(nowMs),
      // A suspension or a debt came while the card was being made.
      ...(wantedOf(card) === 'frozen' ? { dueAtMs: nowMs } : {}),
    });
    const late = await lateBonus(store, operation);
    if (late > 0) posting.post(bonusGranted({ ...operation, bonusCents: late }, wallet));
    const bonusCents = sum(operation.bonusCents, late);
    const line = nextCardLine(posting, {
      reference: operation.operationId,
      kind: 'creation',
      direction: 'credit',
      amountCents: operation.amountCents,
      description: 'First deposit',
      atMs: nowMs,
    });
    const writes = [
      ...(await posting.writes(store)),
      insert('issuerCardOwner', { issuerCardId: issued.issuerCardId, userId, cardId }),
      insert('cardOwner', { cardId, userId, last4Digits: issued.last4Digits }),
      insert('cardTransaction', line),
      ...(await activityEnd(store, operation, { status: 'completed', paidCents: totalOf(operation) }, nowMs)),
      ...(late > 0 ? [insert('marker', { markerId: firstCardMarker(userId), atMs: nowMs })] : []),
      ...(bonusCents > 0 ? [await bonusLine({ store, random }, { userId, cardId, bonusCents }, nowMs)] : []),
      ...(await cardRewardWrites({ store, random }, operation, nowMs)),
    ];
    return { writes, changes: { bonusCents } };
  },

  // The referrer waits to see the reward. It belongs to the first card only, and is booked once, however often this
  // runs.
  afterSettled: (needs, { userId }) => trySettleReward(needs, { refereeId: userId, event: 'card_created' }),

  async release({ store, random }, operation, nowMs): Promise<readonly Write[]> {
    const { userId, bonusCents } = operation;
    const { wallet, card } = await operationParties(store, operation);
    // A card that was made meanwhile is the first card then, and gets the bonus.
    const heir = bonusCents > 0 ? await firstMade(store, userId) : undefined;
    const posting = new Posting(nowMs, { wallet, card })
      .post(released(heir ? { ...operation, bonusCents: zero } : operation, wallet))
      .changeWallet({ cardCount: wallet.cardCount - 1 })
      .changeCard({ lifecycle: 'failed', dueAtMs: undefined });
    return [
      ...(await posting.writes(store)),
      // The bonus went back: the next first card earns it.
      ...(bonusCents > 0 && !heir ? [remove('marker', { markerId: firstCardMarker(userId) })] : []),
      ...(heir ? [await bonusLine({ store, random }, { userId, cardId: heir.cardId, bonusCents }, nowMs)] : []),
      ...(await activityEnd(store, operation, { status: 'failed' }, nowMs)),
    ];
  },
};

/**
 * Returns the bonus that a card ordered without it still brings, because the card that was to bring it failed. Read
 * after the wallet: every write of the marker changes the wallet too, so an outdated result makes the commit conflict.
 */
async function lateBonus(store: Store, { userId, bonusCents }: Operation): Promise<Cents> {
  if (bonusCents > 0) return zero;
  const [user, marker] = await store.getBoth(
    { kind: 'user', key: { userId } },
    { kind: 'marker', key: { markerId: firstCardMarker(userId) } },
  );
  if (!user) throw new Error(`no such user: ${userId}`);
  return bonusFor(user, marker);
}

/**
 * Finds the first of a user's cards that was made, in any later state. Read after the wallet, which changes with each
 * card.
 */
async function firstMade(store: Store, userId: Card['userId']): Promise<Card | undefined> {
  const cards = await store.listCards(userId);
  return cards.findLast(({ lifecycle }) => lifecycle !== 'creating' && lifecycle !== 'failed');
}

function known(operation: Operation): { cardId: NonNullable<Operation['cardId']>; holderId: string } {
  const { cardId, holderId } = operation;
  if (cardId === undefined || holderId === undefined)
    throw new Error(`${operation.operationId} names no card or cardholder`);
  return { cardId, holderId };
}
