import type { Payment, PaymentGateway } from '#functions/ports/payment-gateway.ts';
import type { ProviderAnswer } from '#functions/ports/provider-answer.ts';
import { networks, type Coin, type Network } from '#shared/catalogue.ts';

/** A payment provider in memory. */
export type FakePayments = PaymentGateway & {
  readonly invoices: Map<string, Payment>;
  /** Faults of the next calls, in order. With `unheard` the call takes effect and its answer is lost. */
  readonly failures: ('lost' | 'unheard' | 'declined' | 'fault')[];
  /** The provider's balance of each coin; undefined: it gives no answer. */
  balances: Readonly<Partial<Record<Coin, string>>> | undefined;
  /** Number of requests to resend each webhook. */
  readonly resent: Map<string, number>;
  /** Changes the provider's data of an invoice. */
  become(reference: string, changes: Partial<Payment>): void;
};

/** Makes a provider without invoices; one USDT is worth a dollar. */
export function createFakePayments(): FakePayments {
  const unknown = { outcome: 'unknown', detail: 'timeout' } as const;
  const fake: FakePayments = {
    invoices: new Map(),
    failures: [],
    balances: {},
    resent: new Map(),
    become: (reference, changes) => {
      const invoice = fake.invoices.get(reference);
      if (!invoice) throw new Error(`no such invoice: ${reference}`);
      fake.invoices.set(reference, { ...invoice, ...changes });
    },
    requestPayment: async ({ depositId, amountCents, coin, network }): Promise<ProviderAnswer<Payment>> => {
      const failure = fake.failures.shift();
      if (failure === 'lost') return unknown;
      if (failure === 'declined') return { outcome: 'declined', reason: 'amount_too_small', detail: 'scripted' };
      if (failure === 'fault') return { outcome: 'fault', detail: 'scripted' };
      const known = fake.invoices.get(depositId);
      const invoice: Payment = known ?? {
        paymentId: `payment-${depositId}`,
        reference: depositId,
        state: 'waiting',
        isFinal: false,
        invoiceAmount: (amountCents / 100).toFixed(2),
        invoiceCurrency: 'USD',
        payerAmount: (amountCents / 100).toFixed(2),
        payerCurrency: coin,
        network: network.toLowerCase(),
        receivedAmount: undefined,
        rate: '1',
        address: `address-${depositId}`,
        sourceAddress: undefined,
        payUrl: `https://pay.example/${depositId}`,
        createdAtMs: 0,
        expiresAtMs: undefined,
      };
      fake.invoices.set(depositId, invoice);
      return failure === 'unheard' ? unknown : { outcome: 'success', value: invoice };
    },
    readPayment: async (reference) => {
      const failure = fake.failures.shift();
      return failure === undefined ? { outcome: 'success', value: fake.invoices.get(reference) } : unknown;
    },
    requestWebhook: async (reference) => {
      if (fake.failures.shift() !== undefined) return unknown;
      const state = fake.invoices.get(reference)?.state ?? 'waiting';
      if (!['paid', 'paid_over', 'paid_less'].includes(state)) return { outcome: 'success', value: 'not_offered' };
      const times = (fake.resent.get(reference) ?? 0) + 1;
      fake.resent.set(reference, times);
      return { outcome: 'success', value: times > 10 ? 'too_often' : 'asked' };
    },
    listServices: async () => ({
      outcome: 'success',
      value: (Object.keys(networks) as Network[]).map((network) => ({
        coin: 'USDT',
        network,
        isAvailable: network !== 'TON',
        minAmount: '1',
        maxAmount: '100000',
      })),
    }),
    readRate: async () => ({ outcome: 'success', value: '1' }),
    readBalances: async () => (fake.balances === undefined ? unknown : { outcome: 'success', value: fake.balances }),
    verifyWebhook: (rawBody) => {
      const text = Buffer.from(rawBody).toString('utf8');
      return text.startsWith('{') ? (JSON.parse(text) as never) : undefined;
    },
    readStoredWebhook: (rawBody) => JSON.parse(Buffer.from(rawBody).toString('utf8')) as never,
    networkCode: (network) => network.toLowerCase(),
  };
  return fake;
}
