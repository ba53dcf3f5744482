import { limits } from '#shared/limits.ts';
import { quoteLoad } from '#shared/load-fee.ts';
import { formatCents, least, minus, sum, zero, type Cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import type { AutoLoad, Card } from '#functions/ports/entities/cards.ts';
import type { PriceVersion } from '#functions/ports/entities/settings.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Services } from '#functions/ports/services.ts';
import type { Write } from '#functions/ports/store.ts';
import { dayMs, hourMs } from '#functions/domain/durations.ts';
import { termsDueOf } from '#functions/domain/auth/accepted-terms.ts';
import { isLocked } from '#functions/domain/cards/account-lock.ts';
import { statusOf } from '#functions/domain/cards/visible-card.ts';
import { floatRef, isFloatShort } from '#functions/domain/float/breaker.ts';
import { pricesAt } from '#functions/domain/steering/prices.ts';
import { limitsOf } from '#functions/domain/steering/card-limits.ts';
import { readSteering, type Steering } from '#functions/domain/steering/read-steering.ts';
import type { Posting } from '#functions/domain/ledger/posting.ts';
import { loadQueueOf } from '#functions/domain/operations/load-queue.ts';
import { roomOf } from '#functions/domain/cards/card-room.ts';
import { filledBy, reserveLoad } from './reserve-load.ts';

/*
 * An auto-load is stored with the purchase that starts it, in one transaction: the purchase is posted once, so it starts
 * at most one, and no process can die between the two. The sweep sends it, like any load whose process died.
 */

/** Maximum age of a purchase that starts an auto-load, in milliseconds: a card is read once a day at least. */
const oldAfterMs = dayMs + hourMs;

/** A purchase on its way into the books. */
type Purchase = { readonly reference: string; readonly amountCents: Cents; readonly atMs: number };

/** A purchase that starts an auto-load, with all that the load needs. */
export type DueAutoLoad = {
  readonly order: AutoLoad;
  readonly user: User;
  readonly wallet: Wallet;
  readonly purchase: Purchase;
  /** Words for the owner about why the load waits: unaccepted terms, loads that are off, or our float. */
  readonly waits: string | undefined;
  readonly prices: PriceVersion;
  readonly steering: Pick<Steering, 'limits'>;
};

/** The calendar month of a time, UTC: `2026-11`. */
export function monthOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 7);
}

/** Says how an order goes on after the month that stopped it. */
export function afterMonth({ untilMs }: AutoLoad, month: string): string {
  return untilMs !== undefined && monthOf(untilMs) <= month ? 'It ends before next month' : 'It goes on next month';
}

/** The order of a card that holds at a time; undefined when there is none, or its end has passed. */
export function autoLoadAt({ autoLoad }: Pick<Card, 'autoLoad'>, nowMs: number): AutoLoad | undefined {
  return autoLoad !== undefined && nowMs < (autoLoad.untilMs ?? Infinity) ? autoLoad : undefined;
}

/** Returns the amount that a month's auto-loads have put on a card or are about to, in cents. */
export function autoLoadedIn(
  { autoLoadMonth, autoLoadedCents }: Pick<Card, 'autoLoadMonth' | 'autoLoadedCents'>,
  month: string,
): Cents {
  return autoLoadMonth === month ? (autoLoadedCents ?? zero) : zero;
}

/**
 * Reads what the auto-load of a purchase needs; undefined for a purchase that starts none. The card must have an order,
 * and must not be frozen for any reason. Too little must be left and on its way. The purchase must not be older than
 * the order, or than 25 hours. The owner must not be suspended, locked or in debt.
 */
export async function dueAutoLoad(
  needs: Pick<Services, 'store' | 'clock'>,
  card: Card,
  purchase: Purchase,
  nowMs: number,
): Promise<DueAutoLoad | undefined> {
  const order = autoLoadAt(card, nowMs);
  if (order === undefined || card.lifecycle !== 'open' || statusOf(card) !== 'active') return undefined;
  // The issuer states whole seconds.
  const isOld = purchase.atMs < Math.floor(order.sinceMs / 1_000) * 1_000 || purchase.atMs < nowMs - oldAfterMs;
  const leftCents = minus(sum(card.balanceCents, card.pendingInCents), purchase.amountCents);
  if (isOld || leftCents >= order.belowCents) return undefined;
  const { userId } = card;
  const [[wallet, user, float], steering] = await Promise.all([
    needs.store.getThree({ kind: 'wallet', key: { userId } }, { kind: 'user', key: { userId } }, floatRef),
    readSteering(needs),
  ]);
  if (!wallet || !user || user.isSuspended || isLocked(user) || wallet.debtCents > 0) return undefined;
  const isOff = !steering.switches.load || isFloatShort(float, order.amountCents, nowMs);
  const waits = termsDueOf(user) === undefined ? (isOff ? notLoadedThen : undefined) : termsHaveChanged;
  return { order, user, wallet, purchase, waits, prices: pricesAt(steering, nowMs), steering };
}

/**
 * Adds an auto-load to the posting of its purchase: the hold and the operation, or the failure when the balance is short.
 * The month's maximum is counted in the same write. Returns the writes beside the posting's own.
 */
export function startAutoLoad(
  { random }: Pick<Services, 'random'>,
  posting: Posting,
  { order, user, purchase, waits, prices, steering }: DueAutoLoad,
  nowMs: number,
): readonly Write[] {
  const { card, wallet } = posting;
  const quote = quoteLoad(order.amountCents, false, prices);
  // The card's limit fell since auto-load was ordered: saying nothing would leave the owner waiting.
  if (sum(order.belowCents, order.amountCents) > limitsOf(card, steering, nowMs).balanceCents) {
    posting.changeCard({ autoLoad: { ...order, failure: limitHasFallen } });
    return [];
  }
  const room = roomOf(card, steering, nowMs);
  const filledCents = filledBy(card, quote.amountCents);
  if (filledCents > room.holdableCents) {
    // Above the card's balance limit, other loads fill it for the moment. Otherwise the month is spent: pause until the
    // next.
    if (filledCents <= room.balanceCents)
      posting.changeCard({ autoLoad: { ...order, failure: monthHasFallen(order, monthOf(nowMs)) } });
    return [];
  }
  if (loadQueueOf(card).length >= limits.loadsUnderWayMax) return [];
  // A month that a process has begun whose clock is ahead does not end again: the next one would begin from zero.
  const atMs = Math.max(nowMs, Date.parse(card.autoLoadMonth ?? monthOf(nowMs)));
  const month = monthOf(atMs);
  const loadedCents = sum(autoLoadedIn(card, month), quote.amountCents);
  if (loadedCents > order.monthlyMaxCents) {
    if (order.cappedMonth !== month) posting.changeCard({ autoLoad: { ...order, cappedMonth: month } });
    return [];
  }
  // A fee above the agreed one is charged only after its owner agrees to it.
  if (quote.feeCents > agreedFeeOf(order)) {
    posting.changeCard({ autoLoad: { ...order, failure: feeHasRisen } });
    return [];
  }
  if (wallet.availableCents < quote.totalCents) {
    const failure = `Your balance has ${formatCents(wallet.availableCents)}, and ${formatCents(quote.totalCents)} is needed.`;
    posting.changeCard(failed(order, failure, nowMs));
    return [];
  }
  // Waiting is not the cardholder's failure, so it is not counted as one. The next purchase starts the load.
  if (waits !== undefined) {
    posting.changeCard({ autoLoad: { ...order, failure: waits } });
    return [];
  }
  const operationId = random.id('operation', nowMs);
  const startedBy = purchase.reference;
  const writes = reserveLoad(
    posting,
    { user, operationId, quote, priceVersion: prices.version, startedBy, askedAtMs: nowMs },
    atMs,
  );
  posting.changeCard({ autoLoadMonth: month, autoLoadedCents: loadedCents });
  return writes;
}

/** Returns the changes of a card that a load has reached: an auto-load resets the count of failures. */
export function autoLoadSettled(card: Card, { startedBy }: Operation): Partial<Card> {
  const { autoLoad } = card;
  if (startedBy === undefined || autoLoad?.failure === undefined) return {};
  return { autoLoad: { ...autoLoad, failures: 0, failure: undefined } };
}

/**
 * Returns the changes of a card when a load of it was released. An auto-load no longer counts for its month. It is a
 * failure of the order that made it, unless the card was frozen meanwhile, which pauses the order, or our float was
 * short.
 */
export function autoLoadReleased(card: Card, operation: Operation, nowMs: number): Partial<Card> {
  const { startedBy, amountCents, createdAtMs, declineReason } = operation;
  if (startedBy === undefined) return {};
  const isOfMonth = card.autoLoadMonth === monthOf(createdAtMs);
  const counted = card.autoLoadedCents ?? zero;
  const { autoLoad } = card;
  const isItsOwn = autoLoad !== undefined && autoLoad.sinceMs <= createdAtMs && declineReason !== 'card_frozen';
  return {
    ...(isOfMonth ? { autoLoadedCents: minus(counted, least(counted, amountCents)) } : {}),
    ...(isItsOwn ? endOf(autoLoad, declineReason, nowMs) : {}),
  };
}

/** Returns the load fee that an order's owner agreed to. Orders from before it was stored have the first prices. */
function agreedFeeOf({ feeCents, amountCents }: AutoLoad): Cents {
  return feeCents ?? quoteLoad(amountCents, false).feeCents;
}

/** Said to the cardholder while the fee is higher than when auto-load was ordered. */
const feeHasRisen =
  'The fee of a load has risen since you ordered auto-load. Save it again to go on at the new fee; nothing was charged.';

/** Said to the cardholder while the card can no longer hold what was ordered. */
const limitHasFallen =
  'The most that this card can hold has fallen since you ordered auto-load. Save it again with smaller amounts; nothing was charged.';

/** Said to the cardholder in a month for which a fallen limit leaves too little. */
function monthHasFallen(order: AutoLoad, month: string): string {
  return `What this card can spend in a month has fallen, and another auto-load would pass it. ${afterMonth(order, month)}; nothing was charged.`;
}

/** Said to the cardholder while the present terms are not accepted. */
const termsHaveChanged =
  'Our terms have changed. Accept them, and your next purchase loads the card again. Nothing was charged, and it doesn’t count as a failure.';

/** Said to the cardholder when our float at the issuer was short, or loads were paused. */
const notLoadedThen =
  'Cards couldn’t be loaded just then. Nothing was charged, and it doesn’t count as a failure: your next purchase starts it again.';

function endOf(
  order: AutoLoad,
  reason: Operation['declineReason'],
  nowMs: number,
): Pick<Card, 'autoLoad'> & Partial<Pick<Card, 'autoLoadStoppedAtMs'>> {
  if (reason === 'insufficient_float') return { autoLoad: { ...order, failure: notLoadedThen } };
  return failed(order, 'The card issuer did not take the money. Nothing was charged.', nowMs);
}

/** Counts one more failure; the last one allowed ends the order. */
function failed(
  order: AutoLoad,
  failure: string,
  nowMs: number,
): Pick<Card, 'autoLoad'> & Partial<Pick<Card, 'autoLoadStoppedAtMs'>> {
  const failures = order.failures + 1;
  if (failures >= limits.autoLoadFailuresMax) return { autoLoad: undefined, autoLoadStoppedAtMs: nowMs };
  return { autoLoad: { ...order, failures, failure } };
}
