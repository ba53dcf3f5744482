import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCents, sum, zero } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, unchanged, WriteConflict, type Write } from '#functions/ports/store.ts';
import { accountSuspended } from '#functions/domain/auth/sessions/authenticate.ts';
import { claimedBy, claimWrites, type NewClaim } from '#functions/domain/idempotency/claim.ts';
import { bonusGranted, reserved, totalOf } from '#functions/domain/ledger/postings.ts';
import { floatRef, refuseShortFloat } from '#functions/domain/float/breaker.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { withLine } from '#functions/domain/operations/operation-end.ts';
import { newOperation } from '#functions/domain/operations/operation-steps.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { refuseClosed, refuseDebt, refuseShortfall } from '#functions/domain/ledger/refusals.ts';
import { pricesAt, refuseOtherQuote } from '#functions/domain/steering/prices.ts';
import { limitsAt } from '#functions/domain/steering/card-limits.ts';
import { readSteering } from '#functions/domain/steering/read-steering.ts';
import { refuseLocked } from '#functions/domain/cards/account-lock.ts';
import { newCardDescription } from '#functions/domain/cards/card-description.ts';
import { bonusFor, firstCardMarker } from '#functions/domain/cards/first-card-bonus.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Stores the intent to create a card in one transaction: the card, its operation, and the hold of the fee and the first
 * load, with a referred user's bonus. Returns the operation's id; driving it is the next step. Throws AppError
 * AccountSuspended, AccountLocked, CardholderMissing, CardLimitReached, AccountInDebt, InsufficientFunds, QuoteChanged,
 * TemporarilyUnavailable (our float at the issuer is short).
 */
export async function requestCreation(
  needs: Needs,
  command: {
    readonly user: User;
    readonly name: string;
    /** Version of the prices that the person was shown, if the request names it. */
    readonly quotedVersion?: string | undefined;
    readonly claim: NewClaim | undefined;
    /** True when the caller drives the operation at once. */
    readonly isDriven?: boolean;
  },
): Promise<Id<'operation'>> {
  const { user, name, claim } = command;
  const { userId, holderId } = user;
  if (holderId === undefined) {
    throw new AppError('CardholderMissing', 'Your card profile is being prepared. Please try again in a minute.');
  }
  const askedAtMs = needs.clock.now();
  const steering = await readSteering(needs);
  const prices = pricesAt(steering, askedAtMs);
  const { balanceCents, monthlySpendCents } = limitsAt(steering, askedAtMs);
  refuseOtherQuote(prices, command.quotedVersion);
  const operationId = needs.random.id('operation', askedAtMs);
  const cardId = needs.random.id('card', askedAtMs);
  return withRetries(needs, async () => {
    const nowMs = needs.clock.now();
    const markerId = firstCardMarker(userId);
    const [[wallet, marker], [owner, float]] = await Promise.all([
      needs.store.getBoth({ kind: 'wallet', key: { userId } }, { kind: 'marker', key: { markerId } }),
      needs.store.getBoth({ kind: 'user', key: { userId } }, floatRef),
    ]);
    if (!owner || owner.isSuspended) throw accountSuspended();
    refuseLocked(owner);
    if (!wallet) throw new Error(`${userId} has no wallet`);
    refuseClosed(wallet);
    const operation = newOperation(
      {
        operationId,
        kind: 'card_creation',
        userId,
        cardId,
        holderId,
        issuerCardId: undefined,
        amountCents: prices.firstLoadCents,
        feeCents: prices.cardFeeCents,
        priceVersion: prices.version,
        bonusCents: bonusFor(user, marker),
      },
      nowMs,
    );
    refuse(wallet, operation);
    refuseShortFloat(float, { what: 'creation', amountCents: operation.amountCents }, nowMs);
    const posting = new Posting(nowMs, { wallet });
    if (operation.bonusCents > 0) posting.post(bonusGranted(operation, wallet));
    posting.post(reserved(operation)).changeWallet({ cardCount: wallet.cardCount + 1 });
    const line = {
      email: user.email,
      description: newCardDescription(name),
      ...posting.balanceAfter,
      ...claimedBy(claim, nowMs),
      createdAtMs: askedAtMs,
    };
    const writes: readonly Write[] = [
      ...withLine(operation, line, command.isDriven === true),
      insert(
        'card',
        newCard(
          { userId, cardId, holderId, name, limits: { balanceCents, monthlySpendCents }, createdAtMs: askedAtMs },
          nowMs,
        ),
      ),
      ...(await posting.writes(needs.store)),
      // A suspension or a lock freezes the cards that it finds: it must not miss this one.
      unchanged('user', { userId }, owner),
      ...(operation.bonusCents > 0 ? [insert('marker', { markerId, atMs: nowMs })] : []),
      ...claimWrites(claim, operationId, nowMs),
    ];
    await needs.store.commit(writes).catch(asStaleMarker);
    return operationId;
  });
}

/**
 * Turns a conflict about the marker into one that is retried: another request's bonus came between the reads of the
 * marker and of the wallet, so both must be read again.
 */
function asStaleMarker(thrown: unknown): never {
  if (thrown instanceof WriteConflict && thrown.exists('marker') && !thrown.exists('claim'))
    throw new WriteConflict([{ kind: 'marker', reason: 'stale' }]);
  throw thrown;
}

function refuse(wallet: Wallet, operation: Operation): void {
  if (wallet.cardCount >= limits.cardsPerUser) {
    throw new AppError(
      'CardLimitReached',
      `You already have ${limits.cardsPerUser} cards, which is the most one account can have.`,
    );
  }
  refuseDebt(wallet);
  // A referred person, whose bonus may pay the rest, needs more than the fee too.
  if (wallet.availableCents <= operation.feeCents) {
    throw new AppError(
      'InsufficientFunds',
      `A card takes a deposit of at least ${formatCents(totalOf(operation))}. Your balance is ${formatCents(wallet.availableCents)}.`,
    );
  }
  refuseShortfall({ ...wallet, availableCents: sum(wallet.availableCents, operation.bonusCents) }, totalOf(operation));
}

function newCard(
  card: Pick<Card, 'userId' | 'cardId' | 'holderId' | 'name' | 'limits' | 'createdAtMs'>,
  nowMs: number,
): Card {
  return {
    ...card,
    colour: undefined,
    issuerCardId: undefined,
    last4Digits: '',
    brand: 'Mastercard',
    lifecycle: 'creating',
    frozenReasons: [],
    actual: 'active',
    uncertainUntilMs: 0,
    blockedReason: undefined,
    freezeReason: undefined,
    isShortOfMoney: false,
    shortDeclines: 0,
    balanceCents: zero,
    pendingInCents: zero,
    pendingOutCents: zero,
    spendMonth: new Date(nowMs).toISOString().slice(0, 7),
    spentThisMonthCents: zero,
    transactionCount: 0,
    lastUnloadAtMs: 0,
    sequence: 0,
    lastHash: '',
    dueAtMs: undefined,
    lastActivityAtMs: nowMs,
    catchUpAtMs: undefined,
    askedAtMs: 0,
    updatedAtMs: nowMs,
    version: 1,
  };
}
