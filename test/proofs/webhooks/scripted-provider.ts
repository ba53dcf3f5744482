import type { Payment, PaymentGateway, PaymentState } from '#functions/ports/payment-gateway.ts';
import { createCryptomusGateway } from '#functions/adapters/payments/cryptomus/create-cryptomus-gateway.ts';
import { signedWebhookBody } from '#infra/local/simulators/payments/wire-signature.ts';
import { createFakePayments } from '#test/support/fake-payments.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import type { Dice } from './dice.ts';
import type { Step } from './stories.ts';

/** Smallest units of a coin: its amounts have eight decimals. */
const unitsPerCoin = 100_000_000n;

/** The provider's status for each of our states; undefined where it sends no webhook. */
const wireStatus: Readonly<Record<PaymentState, string | undefined>> = {
  waiting: undefined,
  confirming: 'confirm_check',
  partly_paid: undefined,
  paid: 'paid',
  paid_over: 'paid_over',
  paid_less: 'wrong_amount',
  expired: 'cancel',
  failed: 'fail',
  locked: undefined,
  refunding: 'refund_process',
  refund_failed: 'refund_fail',
  refunded: 'refund_paid',
};

export const paymentKey = 'test_the-key-of-now';
export const paymentKeyBefore = 'test_the-key-before';

/**
 * A provider whose payments follow a story. It does not always answer, and sometimes answers with an earlier state.
 */
export type ScriptedProvider = {
  /** The gateway: its signature checks over raw bytes are real, its calls are answered by this provider. */
  readonly gateway: PaymentGateway;
  /**
   * `down`: gives no answer. `shaky`: mostly answers, sometimes with an earlier state. `well`: makes no faults.
   */
  health: 'down' | 'shaky' | 'well';
  /** Takes the next step of a payment's story. */
  take(reference: string, step: Step): void;
  stateOf(reference: string): PaymentState | undefined;
  /** Returns the worth of a payment to its depositor in cents, from the provider's data alone. */
  worthCents(reference: string): number;
  /** Returns the signed body of a webhook about the present state; undefined where the provider sends none. */
  webhook(reference: string): string | undefined;
  /** Returns a body that claims `paid`, whether true or not, signed with a key. */
  lie(reference: string, key: string): string;
};

/** Makes a provider without payments. */
export function createScriptedProvider(dice: Dice): ScriptedProvider {
  const payments = new Map<string, { now: Payment; before: Payment }>();
  const real = createCryptomusGateway({
    profile: 'heleket',
    baseUrl: 'http://127.0.0.1:9',
    payOrigins: ['http://127.0.0.1:9'],
    merchantId: 'merchant',
    paymentKey,
    paymentKeyBefore,
    clock: manualClock(),
  });
  const found = (reference: string): { now: Payment; before: Payment } => {
    const payment = payments.get(reference);
    if (!payment) throw new Error(`no such payment: ${reference}`);
    return payment;
  };
  const body = (reference: string, status: string, key: string): string => {
    const { now } = found(reference);
    return signedWebhookBody(
      {
        type: 'payment',
        uuid: now.paymentId,
        order_id: reference,
        amount: now.invoiceAmount,
        payment_amount: now.receivedAmount ?? '0.00000000',
        // A field of the webhook that the product must never trust.
        payment_amount_usd: '1000000.00',
        is_final: now.isFinal,
        status,
        from: null,
        network: 'tron',
        currency: 'USD',
        payer_currency: 'USDT',
        payer_amount: now.payerAmount ?? null,
        additional_data: 'a/b — ü',
        txid: 'f00d',
      },
      key,
    );
  };
  const provider: ScriptedProvider = {
    health: 'shaky',
    take: (reference, { state, parts }) => {
      const payment = found(reference);
      const received = (units(payment.now.payerAmount) * BigInt(parts)) / 10_000n;
      payment.before = payment.now;
      payment.now = { ...payment.now, state, receivedAmount: received === 0n ? undefined : coins(received) };
    },
    stateOf: (reference) => payments.get(reference)?.now.state,
    worthCents: (reference) => {
      const { now } = found(reference);
      const invoiceCents = BigInt(now.invoiceAmount.replace('.', ''));
      return Number((invoiceCents * units(now.receivedAmount)) / units(now.payerAmount));
    },
    webhook: (reference) => {
      const status = wireStatus[found(reference).now.state];
      return status === undefined
        ? undefined
        : body(reference, status, dice.percent(30) ? paymentKeyBefore : paymentKey);
    },
    lie: (reference, key) => body(reference, 'paid', key),
    gateway: {
      ...createFakePayments(),
      verifyWebhook: (rawBody) => real.verifyWebhook(rawBody),
      readStoredWebhook: (rawBody) => real.readStoredWebhook(rawBody),
      networkCode: (network) => real.networkCode(network),
      requestPayment: async ({ depositId, amountCents, coin }) => {
        const now: Payment = {
          paymentId: `payment-${depositId}`,
          reference: depositId,
          state: 'waiting',
          isFinal: false,
          invoiceAmount: (amountCents / 100).toFixed(2),
          invoiceCurrency: 'USD',
          payerAmount: coins(BigInt(1 + dice.below(2 ** 31)) * 1_000n),
          payerCurrency: coin,
          network: 'tron',
          receivedAmount: undefined,
          rate: '1',
          address: `address-${depositId}`,
          sourceAddress: undefined,
          payUrl: `https://pay.example/${depositId}`,
          createdAtMs: 0,
          expiresAtMs: undefined,
        };
        payments.set(depositId, { now, before: now });
        return { outcome: 'success', value: now };
      },
      readPayment: async (reference) => {
        if (provider.health === 'down' || (provider.health === 'shaky' && dice.percent(5)))
          return { outcome: 'unknown', detail: 'timeout' };
        const payment = payments.get(reference);
        const isStale = provider.health === 'shaky' && dice.percent(3);
        return { outcome: 'success', value: isStale ? payment?.before : payment?.now };
      },
    },
  };
  return provider;
}

function units(amount: string | undefined): bigint {
  return BigInt((amount ?? '0.00000000').replace('.', ''));
}

function coins(amount: bigint): string {
  return `${amount / unitsPerCoin}.${String(amount % unitsPerCoin).padStart(8, '0')}`;
}
