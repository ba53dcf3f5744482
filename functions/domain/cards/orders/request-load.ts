import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { quoteLoad } from '#shared/load-fee.ts';
import { formatCents, type Cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';
import { claimWrites, type NewClaim } from '#functions/domain/idempotency/claim.ts';
import { floatRef, refuseShortFloat } from '#functions/domain/float/breaker.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { refuseClosed, refuseDebt, refuseShortfall } from '#functions/domain/ledger/refusals.ts';
import { loadQueueOf } from '#functions/domain/operations/load-queue.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { refuseLockedCard } from '#functions/domain/cards/account-lock.ts';
import { refuseInactive, visibleCard } from '#functions/domain/cards/visible-card.ts';
import { pricesAt, refuseOtherQuote } from '#functions/domain/steering/prices.ts';
import { readSteering, type Steering } from '#functions/domain/steering/read-steering.ts';
import { roomOf } from '#functions/domain/cards/card-room.ts';
import { filledBy, reserveLoad } from './reserve-load.ts';
import { waitInWords } from '#functions/domain/wait-in-words.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/**
 * Stores the intent to load a card, and holds amount and fee. The card's room is checked and taken in the same write as
 * the hold, so parallel loads cannot overfill it. Returns the operation's id. Throws AppError NotFound, AccountLocked,
 * CardNotActive, AmountTooSmall, CardBalanceLimit, AccountInDebt, InsufficientFunds, QuoteChanged, TooManyRequests (as
 * many loads of this card are under way as the issuer takes in an hour), TemporarilyUnavailable (our float at the
 * issuer is short).
 */
export async function requestLoad(
  needs: Needs,
  command: {
    readonly user: User;
    readonly cardId: Id<'card'>;
    readonly requestedCents: Cents;
    readonly includesFee: boolean;
    /** Version of the prices that the person was shown, if the request names it. */
    readonly quotedVersion?: string | undefined;
    readonly claim: NewClaim | undefined;
    /** True when the caller sends the load at once: its first attempt is counted with the hold. */
    readonly isSent?: boolean;
  },
): Promise<Id<'operation'>> {
  const { user, cardId, claim } = command;
  const { userId } = user;
  const askedAtMs = needs.clock.now();
  const steering = await readSteering(needs);
  const prices = pricesAt(steering, askedAtMs);
  refuseOtherQuote(prices, command.quotedVersion);
  const quote = quoteLoad(command.requestedCents, command.includesFee, prices);
  const operationId = needs.random.id('operation', askedAtMs);
  return withRetries(needs, async () => {
    const nowMs = needs.clock.now();
    const [wallet, found, float] = await needs.store.getThree(
      { kind: 'wallet', key: { userId } },
      { kind: 'card', key: { userId, cardId } },
      floatRef,
    );
    const card = visibleCard(found);
    if (!wallet) throw new Error(`${userId} has no wallet`);
    refuseClosed(wallet);
    refuseLockedCard(card);
    // Checked before the card's state: for a card frozen for a debt, the debt is the reason.
    refuseDebt(wallet);
    refuseInactive(card);
    refuseAmount(card, quote.amountCents, steering, nowMs);
    refuseShortfall(wallet, quote.totalCents);
    refuseFullQueue(card);
    refuseShortFloat(float, { what: 'load', amountCents: quote.amountCents }, nowMs);
    const posting = new Posting(nowMs, { wallet, card });
    const order = reserveLoad(
      posting,
      { user, operationId, quote, priceVersion: prices.version, claim, askedAtMs, isSent: command.isSent === true },
      nowMs,
    );
    await needs.store.commit([
      ...order,
      ...(await posting.writes(needs.store)),
      ...claimWrites(claim, operationId, nowMs),
    ]);
    return operationId;
  });
}

function refuseFullQueue(card: Card): void {
  const waiting = loadQueueOf(card).length;
  if (waiting < limits.loadsUnderWayMax) return;
  throw new AppError(
    'TooManyRequests',
    `${waiting} loads of this card are under way, which is what the card issuer takes in an hour. Please ask again in ${waitInWords(limits.loadEveryMs)}.`,
    { retryAfterSeconds: limits.loadEveryMs / 1_000 },
  );
}

function refuseAmount(card: Card, amountCents: Cents, steering: Steering, nowMs: number): void {
  if (amountCents < limits.loadMinCents) {
    throw new AppError('AmountTooSmall', `At least ${formatCents(limits.loadMinCents)} must reach the card.`, {
      fields: { amount: `must put at least ${formatCents(limits.loadMinCents)} on the card` },
    });
  }
  const fullCents = filledBy(card, amountCents);
  const { holdableCents, balanceCents } = roomOf(card, steering, nowMs);
  if (fullCents > holdableCents) {
    const most = formatCents(holdableCents);
    const rule =
      holdableCents < balanceCents
        ? `This card can spend ${most} more this month`
        : `This card can hold at most ${most}`;
    throw new AppError('CardBalanceLimit', `${rule}; with this load it would hold ${formatCents(fullCents)}.`, {
      fields: { amount: 'is more than the card can hold' },
    });
  }
}
