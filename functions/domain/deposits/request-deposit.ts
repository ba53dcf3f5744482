import { isCoin, networksOf, type Coin, type Network } from '#shared/catalogue.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { formatCents, zero, type Cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { PaymentService } from '#functions/ports/payment-gateway.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, WriteConflict } from '#functions/ports/store.ts';
import { claimedBy, claimWrites, type NewClaim } from '../idempotency/claim.ts';
import { withRetries } from '../with-retries.ts';
import { formatDecimal, oneScaled, parseDecimal } from '#shared/decimal.ts';
import { findSlot } from './find-slot.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'payments'>;

/**
 * Stores the intent to deposit, before the provider is asked for an invoice: its webhook may be faster than its answer.
 * Returns the deposit's id, or that of an equal deposit that is unpaid with time left.
 * Throws AppError NotFound (a coin that we do not take, or that the provider has delisted), ValidationFailed (network),
 * AmountTooSmall, AmountTooLarge, CoinUnavailable (this network only), InvalidAccessToken (the account was closed),
 * TooManyOpenDeposits, TooManyRequests, ProviderUnavailable.
 */
export async function requestDeposit(
  needs: Needs,
  command: {
    readonly user: User;
    readonly currency: string;
    readonly network: string;
    readonly amountCents: Cents;
    readonly claim: NewClaim | undefined;
  },
): Promise<Id<'deposit'>> {
  const { user, amountCents, claim } = command;
  const { userId, email } = user;
  const coin = coinOf(command.currency);
  const network = networkOf(coin, command.network);
  refuseAmount(amountCents);
  await refuseByProvider(needs, coin, network, amountCents);
  const askedAtMs = needs.clock.now();
  const depositId = needs.random.id('deposit', askedAtMs);
  return withRetries(needs, async () => {
    const nowMs = needs.clock.now();
    const slot = await findSlot(needs.store, { userId, coin, network, amountCents }, nowMs);
    if (slot.equal) {
      if (claim) await needs.store.commit([...claimWrites(claim, slot.equal.depositId, nowMs)]);
      return slot.equal.depositId;
    }
    const writes = [
      slot.take(depositId),
      insert('deposit', {
        depositId,
        userId,
        email,
        amountCents,
        coin,
        network,
        lifecycle: 'creating',
        state: 'waiting',
        creditedCents: zero,
        frozenCents: zero,
        surplusCents: zero,
        decision: undefined,
        reviewReason: undefined,
        paymentId: undefined,
        paymentUrl: undefined,
        payerAmount: undefined,
        receivedAmount: undefined,
        rate: undefined,
        address: undefined,
        invoiceExpiresAtMs: undefined,
        createAttempts: 0,
        askedAtMs: nowMs,
        dueAtMs: nowMs + 60_000,
        events: [{ status: 'pending', atMs: nowMs, creditedCents: zero }],
        createdAtMs: askedAtMs,
        updatedAtMs: nowMs,
        version: 1,
      }),
      insert('movement', {
        userId,
        subjectId: depositId,
        kind: 'deposit',
        direction: 'credit',
        tid: depositId,
        amountCents,
        paidCents: zero,
        feeCents: zero,
        email,
        status: 'pending',
        description: `Deposit in ${coin}`,
        cardId: undefined,
        paymentUrl: undefined,
        ...claimedBy(claim, nowMs),
        createdAtMs: askedAtMs,
        updatedAtMs: nowMs,
        version: 1,
      }),
      ...claimWrites(claim, depositId, nowMs),
    ];
    await needs.store.commit(writes).catch((thrown: unknown) => {
      // Two first deposits at once: the second one retries and takes the next place.
      const isRace = thrown instanceof WriteConflict && thrown.exists('openDeposits') && !thrown.exists('claim');
      throw isRace ? new WriteConflict([{ kind: 'openDeposits', reason: 'stale' }]) : thrown;
    });
    return depositId;
  });
}

/** Returns a coin of the catalog. Throws AppError NotFound. */
export function coinOf(code: string): Coin {
  const coin = code.toUpperCase();
  if (!isCoin(coin)) throw new AppError('NotFound', 'We don’t support that coin.');
  return coin;
}

function networkOf(coin: Coin, code: string): Network {
  const network = networksOf(coin).find((each) => each.toLowerCase() === code.toLowerCase());
  if (network === undefined) {
    const choices = networksOf(coin).join(', ');
    throw new AppError('ValidationFailed', `${coin} is not paid on that network. Choose one of ${choices}.`, {
      fields: { network: `must be one of ${choices} for ${coin}` },
    });
  }
  return network;
}

function refuseAmount(amountCents: Cents): void {
  if (amountCents < limits.depositMinCents) {
    const least = formatCents(limits.depositMinCents);
    throw new AppError('AmountTooSmall', `A deposit is at least ${least}.`, {
      fields: { amountInUsd: `must be at least ${least}` },
    });
  }
  if (amountCents > limits.depositMaxCents) {
    const most = formatCents(limits.depositMaxCents);
    throw new AppError('AmountTooLarge', `A deposit is at most ${most}.`, {
      fields: { amountInUsd: `must be at most ${most}` },
    });
  }
}

/**
 * Throws AppError NotFound, CoinUnavailable, AmountTooSmall or AmountTooLarge when the provider does not offer the
 * coin, the network or the amount now, ProviderUnavailable when it does not answer.
 */
async function refuseByProvider({ payments }: Needs, coin: Coin, network: Network, amountCents: Cents): Promise<void> {
  const [services, rate] = await Promise.all([payments.listServices(), payments.readRate(coin)]);
  if (services.outcome !== 'success') throw providerDown();
  const offered = services.value.filter((each) => each.coin === coin && each.isAvailable);
  if (offered.length === 0) {
    throw new AppError('NotFound', `${coin} cannot be paid with right now. Please choose another coin.`);
  }
  const service = offered.find((each) => each.network === network);
  if (!service) {
    const others = offered.map((each) => each.network).join(', ');
    throw new AppError(
      'CoinUnavailable',
      `${coin} on ${network} is not available right now. Please choose another network: ${others}.`,
      { fields: { network: `is not available just now; choose one of ${others}` } },
    );
  }
  const price = rate.outcome === 'success' ? parseDecimal(rate.value) : undefined;
  // Without a rate the provider itself checks its limits when the invoice is made.
  if (price === undefined || price === 0n) return;
  const amount = (BigInt(amountCents) * oneScaled * oneScaled) / (price * 100n);
  const most = parseDecimal(service.maxAmount);
  if (amount < (parseDecimal(service.minAmount) ?? 0n)) throw tooSmall(limitWords(service, 'minAmount'));
  if (most !== undefined && amount > most) throw tooLarge(limitWords(service, 'maxAmount'));
}

/**
 * Returns the error for an amount below the provider's minimum. `limit` is undefined when the provider does not publish
 * it.
 */
export function tooSmall(limit: string | undefined): AppError {
  const [message, why] =
    limit === undefined
      ? ['The amount is too small for the provider.', 'is too small']
      : [`The least that can be paid on this network is ${limit}.`, `must be worth at least ${limit}`];
  return new AppError('AmountTooSmall', message, { fields: { amountInUsd: why } });
}

/** Returns the error for an amount above the provider's maximum. `limit` as in `tooSmall`. */
export function tooLarge(limit: string | undefined): AppError {
  const [message, why] =
    limit === undefined
      ? ['The amount is too large for the provider.', 'is too large']
      : [`The most that can be paid on this network is ${limit}.`, `must be worth at most ${limit}`];
  return new AppError('AmountTooLarge', message, { fields: { amountInUsd: why } });
}

/** Returns a limit of the provider's services list in words: `0.5 USDT`. Undefined without such a limit. */
export function limitWords(service: PaymentService | undefined, limit: 'minAmount' | 'maxAmount'): string | undefined {
  const amount = parseDecimal(service?.[limit]);
  return service === undefined || amount === undefined ? undefined : `${formatDecimal(amount)} ${service.coin}`;
}

/** Returns the error while the provider cannot be reached. Nothing is lost; the same request may be sent again. */
export function providerDown(): AppError {
  return new AppError(
    'ProviderUnavailable',
    'The payment provider does not answer right now. Please try again in a minute.',
    {
      retryAfterSeconds: 30,
    },
  );
}
