import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { wordsFor } from '../operations/decline-words.ts';
import { withRetries } from '../with-retries.ts';
import { applyPayment } from './apply-payment.ts';
import { limitWords, providerDown, tooLarge, tooSmall } from './request-deposit.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'payments' | 'keys' | 'settings' | 'issuerEvents'>;

type Declined = Extract<ProviderAnswer<unknown>, { readonly outcome: 'declined' }>;

/**
 * Maximum number of unanswered requests for an invoice. The deposit then fails; its owner never had an address to pay
 * to.
 */
const createAttemptsMax = 30;

/**
 * Asks the provider for a deposit's invoice, unless it has one. The deposit's id is the provider's reference, so asking
 * again after a lost answer finds the invoice that was made. Returns the deposit with its invoice.
 * Throws AppError AmountTooSmall, AmountTooLarge, CoinUnavailable, ProviderRefused, ProviderUnavailable.
 */
export async function openInvoice(needs: Needs, depositId: Id<'deposit'>): Promise<Deposit> {
  const { store, payments, keys, settings, log } = needs;
  const deposit = await store.get('deposit', { depositId });
  if (!deposit) throw new Error(`no such deposit: ${depositId}`);
  if (deposit.lifecycle === 'open') return deposit;
  if (deposit.lifecycle === 'refused') throw notAccepted();
  const backUrl = `${settings.siteUrl}/dashboard?deposit=${depositId}`;
  const answer = await payments.requestPayment({
    depositId,
    amountCents: deposit.amountCents,
    coin: deposit.coin,
    network: deposit.network,
    callbackUrl: `${settings.siteUrl}/api/webhooks/payments/${await keys.callbackToken(depositId)}`,
    returnUrl: backUrl,
    successUrl: backUrl,
  });
  switch (answer.outcome) {
    case 'success':
      return applyPayment(needs, deposit, answer.value);
    case 'declined':
      log.warn('provider declined a deposit', { depositId, reason: answer.reason, detail: answer.detail });
      await refuse(needs, depositId);
      throw await refusal(needs, deposit, answer);
    case 'fault':
      log.error('provider refused our request', { depositId, detail: answer.detail });
      await refuse(needs, depositId);
      throw notAccepted();
    case 'not_processed':
    case 'unknown':
      log.warn('provider did not answer', { depositId, detail: answer.detail });
      await countAttempt(needs, depositId);
      throw providerDown();
  }
}

/** Counts a request for an invoice that brought none, and plans the next one. */
export async function countAttempt(
  needs: Pick<Services, 'store' | 'clock' | 'random'>,
  depositId: Id<'deposit'>,
): Promise<void> {
  await withRetries(needs, async () => {
    const deposit = await needs.store.get('deposit', { depositId });
    if (deposit?.lifecycle !== 'creating') return;
    const createAttempts = deposit.createAttempts + 1;
    const nowMs = needs.clock.now();
    await needs.store.commit([
      update('deposit', deposit, { createAttempts, dueAtMs: nowMs + Math.min(10, createAttempts) * 60_000 }),
    ]);
  });
}

/** True when a deposit has no invoice after the maximum number of requests for one. */
export function isHopeless(deposit: Deposit): boolean {
  return deposit.lifecycle === 'creating' && deposit.createAttempts >= createAttemptsMax;
}

/** Ends a deposit that never got an invoice. */
export async function refuse(
  needs: Pick<Services, 'store' | 'clock' | 'random'>,
  depositId: Id<'deposit'>,
): Promise<void> {
  await withRetries(needs, async () => {
    const deposit = await needs.store.get('deposit', { depositId });
    if (deposit?.lifecycle !== 'creating') return;
    const line = await needs.store.get('movement', { userId: deposit.userId, subjectId: depositId });
    if (!line) throw new Error(`${depositId} has no activity line`);
    const nowMs = needs.clock.now();
    await needs.store.commit([
      update('deposit', deposit, {
        lifecycle: 'refused',
        state: 'failed',
        dueAtMs: undefined,
        reviewReason: undefined,
        waitsSinceMs: undefined,
        events: [...deposit.events, { status: 'failed', atMs: nowMs, creditedCents: deposit.creditedCents }],
        updatedAtMs: nowMs,
      }),
      update('movement', line, { status: 'failed', updatedAtMs: nowMs }),
    ]);
  });
}

/** Returns the error for the provider's refusal, with the provider's limit when it is known. */
async function refusal({ payments }: Needs, deposit: Deposit, { reason, limit }: Declined): Promise<AppError> {
  if (reason === 'coin_unavailable') return new AppError('CoinUnavailable', wordsFor(reason));
  if (reason !== 'amount_too_small' && reason !== 'amount_too_large') return notAccepted();
  const refuse = reason === 'amount_too_small' ? tooSmall : tooLarge;
  if (limit !== undefined) return refuse(limit);
  const services = await payments.listServices();
  const offered = services.outcome === 'success' ? services.value : [];
  const service = offered.find(({ coin, network }) => coin === deposit.coin && network === deposit.network);
  return refuse(limitWords(service, reason === 'amount_too_small' ? 'minAmount' : 'maxAmount'));
}

function notAccepted(): AppError {
  return new AppError(
    'ProviderRefused',
    'The payment provider did not accept this deposit. Please choose another coin or amount.',
  );
}
