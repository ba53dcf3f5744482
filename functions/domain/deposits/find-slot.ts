import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { refuseClosed } from '#functions/domain/ledger/refusals.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import { insert, update, type Store, type Write } from '#functions/ports/store.ts';
import { dayMs, hourMs } from '#functions/domain/durations.ts';

/** Minimum time that an invoice must still be payable to be returned again, in milliseconds. */
const leftMs = 15 * 60_000;

/** Time to live of an invoice whose end the provider has not named yet, in milliseconds. */
const lifeMs = hourMs;

/**
 * Time for which a place may count, in milliseconds. Longer than the life of an invoice: the provider may be down when one is
 * asked for, and makes it hours later.
 */
const placeMs = dayMs;

type Asked = Pick<Deposit, 'userId' | 'coin' | 'network' | 'amountCents'>;

/** An equal deposit that can still be paid, or the write that takes one of the person's places for a new one. */
export type Slot =
  | { readonly equal: Deposit }
  | { readonly equal: undefined; readonly take: (depositId: Deposit['depositId']) => Write };

/**
 * Finds a place among a person's unpaid deposits. All places are one item, written in the transaction of each new
 * deposit, so that concurrent requests never take more places than there are.
 * Throws AppError InvalidAccessToken (the account was closed), TooManyOpenDeposits (`limits.depositsOpenMax` wait to be
 * paid), TooManyRequests (`limits.depositsPerDayMax` were opened in 24 hours).
 */
export async function findSlot(store: Store, asked: Asked, nowMs: number): Promise<Slot> {
  const { userId } = asked;
  const known = await store.get('openDeposits', { userId });
  refuseClosed(known ?? {});
  const taken = (known?.open ?? []).filter(({ endsAtMs }) => endsAtMs > nowMs);
  const isFull = taken.length >= limits.depositsOpenMax;
  // The deposits are read only when their state matters. This saves most requests a round trip.
  const keys = taken.filter((place) => isFull || isEqual(place, asked)).map(({ depositId }) => ({ depositId }));
  const deposits = keys.length === 0 ? [] : await store.getMany('deposit', keys);
  const unpaid = deposits.filter((deposit) => deposit !== undefined).filter((deposit) => isUnpaid(deposit, nowMs));
  const equal = unpaid.find((deposit) => isEqual(deposit, asked) && endOf(deposit) - nowMs >= leftMs);
  if (equal) return { equal };
  const isUnpaidStill = new Set(unpaid.map(({ depositId }) => depositId));
  const kept = isFull ? taken.filter(({ depositId }) => isUnpaidStill.has(depositId)) : taken;
  if (kept.length >= limits.depositsOpenMax) {
    throw new AppError(
      'TooManyOpenDeposits',
      `You have ${limits.depositsOpenMax} unpaid deposits. Pay or cancel one of them first.`,
    );
  }
  const openedAtMs = (known?.openedAtMs ?? []).filter((atMs) => atMs > nowMs - dayMs);
  const [oldest = nowMs] = openedAtMs;
  if (openedAtMs.length >= limits.depositsPerDayMax) {
    throw new AppError(
      'TooManyRequests',
      `You can open ${limits.depositsPerDayMax} deposits in 24 hours. Please try again later.`,
      { retryAfterSeconds: Math.ceil((oldest + dayMs - nowMs) / 1000) },
    );
  }
  return {
    equal: undefined,
    take: (depositId) => {
      const places = {
        open: [...kept, { ...placeOf(asked), depositId, endsAtMs: nowMs + placeMs }],
        openedAtMs: [...openedAtMs, nowMs],
      };
      return known ? update('openDeposits', known, places) : insert('openDeposits', { userId, ...places, version: 1 });
    },
  };
}

/** Returns the end of a deposit's invoice. One that is still asked for begins when the provider makes it. */
function endOf({ lifecycle, invoiceExpiresAtMs, createdAtMs }: Deposit): number {
  if (lifecycle === 'creating') return Infinity;
  return invoiceExpiresAtMs ?? createdAtMs + lifeMs;
}

function placeOf({ coin, network, amountCents }: Omit<Asked, 'userId'>) {
  return { coin, network, amountCents };
}

function isEqual(place: Omit<Asked, 'userId'>, { coin, network, amountCents }: Asked): boolean {
  return place.coin === coin && place.network === network && place.amountCents === amountCents;
}

/** True while nothing arrived for a deposit, its owner has not canceled it, and it can still be paid. */
function isUnpaid(deposit: Deposit, nowMs: number): boolean {
  return (
    deposit.lifecycle !== 'refused' &&
    deposit.state === 'waiting' &&
    deposit.receivedAmount === undefined &&
    deposit.canceledAtMs === undefined &&
    endOf(deposit) > nowMs
  );
}
