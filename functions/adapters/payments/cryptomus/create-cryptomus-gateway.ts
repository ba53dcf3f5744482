import type { Read } from '#functions/adapters/http/read-json.ts';
import type { Clock } from '#functions/ports/clock.ts';
import type { Payment, PaymentGateway, PaymentService } from '#functions/ports/payment-gateway.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import type { Coin } from '#shared/catalogue.ts';
import { differingField, isAllowedPayUrl, type AskedInvoice } from './check-invoice.ts';
import { createCryptomusClient, usualTimeouts, type CallAnswer, type Timeouts } from './client.ts';
import { toDollars } from './decimal.ts';
import { assertProfile, resendPaths, type Profile } from './profile.ts';
import { networkCode, readBalances, readHint, readInvoice, readServices, readUsdRate } from './transform.ts';
import { readStoredWebhook, verifyWebhook } from './verify-webhook.ts';

/** The configuration of the gateway. Only base URL and origins differ between the provider and a simulator. */
export type CryptomusConfig = {
  readonly profile: Profile;
  readonly baseUrl: string;
  readonly merchantId: string;
  /** Signs our requests and the provider's webhooks. */
  readonly paymentKey: string;
  /** The earlier key during a rotation: webhooks may still be signed by it. */
  readonly paymentKeyBefore?: string | undefined;
  /** The origins that a customer may be sent to for paying. */
  readonly payOrigins: readonly string[];
  readonly clock: Clock;
  /** Time to live of an invoice and its locked amount: 300 to 43 200 seconds. @default 3600 */
  readonly lifetimeSeconds?: number;
  /** @default 5 s to connect, 10 s in all */
  readonly timeouts?: Timeouts;
};

const keepServicesMs = 5 * 60_000;
const keepRatesMs = 15_000;

/**
 * The payment provider over the protocol of Cryptomus and Heleket. Throws for a configuration that mixes real and
 * simulated.
 */
export function createCryptomusGateway(config: CryptomusConfig): PaymentGateway {
  const paymentKeys = [config.paymentKey, ...(config.paymentKeyBefore ? [config.paymentKeyBefore] : [])] as const;
  assertProfile(config.profile, new URL(config.baseUrl), config.merchantId, paymentKeys);
  const { lifetimeSeconds = 3600, timeouts = usualTimeouts } = config;
  const client = createCryptomusClient({ ...config, timeouts });

  const listServices = cached(config.clock, keepServicesMs, async () => {
    const { answer } = await client.post('/v1/payment/services', {}, client.deadline());
    return understood<readonly PaymentService[]>('services', answer, readServices);
  });
  const readRate = cached(config.clock, keepRatesMs, async (coin: Coin) => {
    const { answer } = await client.get(`/v1/exchange-rate/${coin}/list`, client.deadline());
    if (answer.outcome === 'not_found' || isUnknownCoin(answer))
      return { outcome: 'success', value: undefined } as const;
    return understood('exchange-rate', answer, (json) => readUsdRate(json, coin));
  });

  async function readByReference(reference: string, deadline: number): Promise<ProviderAnswer<Payment | undefined>> {
    const { answer } = await client.post('/v1/payment/info', { order_id: reference }, deadline);
    if (answer.outcome === 'not_found') return { outcome: 'success', value: undefined };
    return understood('info', answer, readInvoice);
  }

  /** A payment that was read counts whatever its page: it may be paid. Nobody is sent to a page elsewhere. */
  function withoutForeignPage(payment: Payment): Payment {
    return guarded(payment).outcome === 'success' ? payment : { ...payment, payUrl: undefined };
  }

  function guarded(payment: Payment): ProviderAnswer<Payment> {
    return payment.payUrl !== undefined && isAllowedPayUrl(payment.payUrl, config.payOrigins)
      ? { outcome: 'success', value: payment }
      : { outcome: 'fault', detail: 'the pay URL is not on an allowed origin' };
  }

  function asAsked(payment: Payment, asked: AskedInvoice): ProviderAnswer<Payment> {
    const field = differingField(payment, asked);
    return field === undefined
      ? guarded(payment)
      : { outcome: 'fault', detail: `payment: the order_id belongs to another invoice, ${field} differs` };
  }

  return {
    async requestPayment(command) {
      const asked = {
        reference: command.depositId,
        amount: toDollars(command.amountCents),
        coin: command.coin,
        network: networkCode(command.network),
      };
      const deadline = client.deadline();
      const { answer, wasLost } = await client.post(
        '/v1/payment',
        {
          amount: asked.amount,
          currency: 'USD',
          order_id: asked.reference,
          to_currency: asked.coin,
          network: asked.network,
          url_callback: command.callbackUrl,
          url_return: command.returnUrl,
          url_success: command.successUrl,
          is_payment_multiple: true,
          lifetime: lifetimeSeconds,
        },
        deadline,
      );
      const isRefused = answer.outcome === 'declined' || answer.outcome === 'not_found';
      if (answer.outcome === 'duplicate' || (isRefused && wasLost)) {
        // Either an earlier attempt opened the invoice, or it belongs to another environment. Only a read decides.
        const existing = await readByReference(asked.reference, deadline);
        if (existing.outcome === 'fault') return existing;
        if (existing.outcome !== 'success') return { outcome: 'unknown', detail: existing.detail };
        // An answer about another order leaves open what became of ours.
        if (existing.value && existing.value.reference !== asked.reference)
          return { outcome: 'unknown', detail: 'info: answers another order_id' };
        if (existing.value) return asAsked(existing.value, asked);
      }
      const read = understood('payment', answer, readInvoice);
      return read.outcome === 'success' ? asAsked(read.value, asked) : read;
    },
    async readPayment(reference) {
      const read = await readByReference(reference, client.deadline());
      if (read.outcome !== 'success' || read.value === undefined) return read;
      return { outcome: 'success', value: withoutForeignPage(read.value) };
    },
    async requestWebhook(reference) {
      const deadline = client.deadline();
      const paths = resendPaths[config.profile];
      for (const path of paths) {
        const { answer, status } = await client.post(path, { order_id: reference }, deadline);
        // A path that is gone answers 404 in any words, or none. Of the last path, only words mean that.
        if (answer.outcome === 'not_found' || (status === 404 && path !== paths.at(-1))) continue;
        if (answer.outcome === 'success') return { outcome: 'success', value: 'asked' };
        if (answer.outcome === 'declined' && answer.reason === 'rejected')
          return { outcome: 'success', value: 'too_often' };
        return answer.outcome === 'duplicate' ? { outcome: 'fault', detail: answer.detail } : answer;
      }
      return { outcome: 'success', value: 'not_offered' };
    },
    listServices: () => listServices('all'),
    readRate,
    async readBalances() {
      const { answer } = await client.post('/v1/balance', {}, client.deadline());
      return understood('balance', answer, readBalances);
    },
    verifyWebhook: (rawBody) => {
      const members = verifyWebhook(rawBody, paymentKeys);
      return members && (readHint(members) ?? 'other');
    },
    readStoredWebhook: (rawBody) => readHint(readStoredWebhook(rawBody)),
    networkCode,
  };
}

/** Returns the answer with its value in our terms. A refusal that fits no case of the call is our own mistake. */
function understood<T>(call: string, answer: CallAnswer, read: (json: unknown) => Read<T>): ProviderAnswer<T> {
  if (answer.outcome === 'not_found' || answer.outcome === 'duplicate')
    return { outcome: 'fault', detail: answer.detail };
  if (answer.outcome !== 'success') return answer;
  const result = read(answer.value);
  return result.isUnderstood
    ? { outcome: 'success', value: result.value }
    : { outcome: 'unknown', detail: `${call}: the answer does not fit at "${result.path}"` };
}

function isUnknownCoin(answer: CallAnswer): boolean {
  return answer.outcome === 'declined' && answer.reason === 'coin_unavailable';
}

/** Keeps the last success of `ask` per key for this many milliseconds of the clock. Failures are never kept. */
function cached<Key, T>(
  clock: Clock,
  keepMs: number,
  ask: (key: Key) => Promise<ProviderAnswer<T>>,
): (key: Key) => Promise<ProviderAnswer<T>> {
  const kept = new Map<Key, { readonly answer: ProviderAnswer<T>; readonly untilMs: number }>();
  return async (key) => {
    const known = kept.get(key);
    if (known && clock.now() < known.untilMs) return known.answer;
    const answer = await ask(key);
    if (answer.outcome === 'success') kept.set(key, { answer, untilMs: clock.now() + keepMs });
    return answer;
  };
}
