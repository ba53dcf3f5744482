import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Deposit, OpenDeposits } from '#functions/ports/entities/deposits.ts';
import { insert, update, WriteConflict, type Store, type Write } from '#functions/ports/store.ts';

/** Minimum time that an invoice must still be payable to be returned again, in milliseconds. */
const leftMs = 15 * 60_000;

/** Time to live of an invoice whose end the provider has not named yet, in milliseconds. */
const lifeMs = 60 * 60_000;

const dayMs = 24 * 60 * 60_000;

type Asked = Pick<Deposit, 'userId' | 'coin' | 'network' | 'amountCents'>;

/** An equal deposit that can still be paid, or the write that takes one of the person's places for a new one. */
export type Slot =
  | { readonly equal: Deposit }
  | { readonly equal: undefined; readonly take: (depositId: Deposit['depositId']) => Write };

/**
 * Finds a place among a person's unpaid deposits. The places are one item, written in the transaction of each new
 * deposit: of many requests at once no more come through than there are places.
 * Throws AppError TooManyOpenDeposits (as many wait to be paid), TooManyRequests (as many were opened in 24 hours).
 */
export async function findSlot(store: Store, asked: Asked, nowMs: number): Promise<Slot> {
  const { userId } = asked;
  const known = await openPlaces(store, userId);
  const keys = known.depositIds.map((depositId) => ({ depositId }));
  const deposits = keys.length === 0 ? [] : await store.getMany('deposit', keys);
  const unpaid = deposits.filter((deposit) => deposit !== undefined).filter((deposit) => isUnpaid(deposit, nowMs));
  const equal = unpaid.find((deposit) => isEqual(deposit, asked) && endOf(deposit) - nowMs >= leftMs);
  if (equal) return { equal };
  if (unpaid.length >= limits.depositsOpenMax) {
    throw new AppError(
      'TooManyOpenDeposits',
      `You have ${limits.depositsOpenMax} unpaid deposits. Pay or cancel one of them first.`,
    );
  }
  const openedAtMs = known.openedAtMs.filter((atMs) => atMs > nowMs - dayMs);
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
    take: (depositId) =>
      update('openDeposits', known, {
        depositIds: [...unpaid.map((deposit) => deposit.depositId), depositId],
        openedAtMs: [...openedAtMs, nowMs],
      }),
  };
}

/** A person's places. They are stored before the first deposit, so that first ones at once race for a version and retry. */
async function openPlaces(store: Store, userId: Deposit['userId']): Promise<OpenDeposits> {
  const known = await store.get('openDeposits', { userId });
  if (known) return known;
  const opened: OpenDeposits = { userId, depositIds: [], openedAtMs: [], version: 1 };
  try {
    await store.commit([insert('openDeposits', opened)]);
    return opened;
  } catch (thrown) {
    const other = thrown instanceof WriteConflict ? await store.get('openDeposits', { userId }) : undefined;
    if (!other) throw thrown;
    return other;
  }
}

function endOf({ invoiceExpiresAtMs, createdAtMs }: Deposit): number {
  return invoiceExpiresAtMs ?? createdAtMs + lifeMs;
}

function isEqual(deposit: Deposit, { coin, network, amountCents }: Asked): boolean {
  return deposit.coin === coin && deposit.network === network && deposit.amountCents === amountCents;
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
