import * as z from 'zod/mini';

import { misunderstood, readJson, understood, type Read } from '#functions/adapters/http/read-json.ts';
import type { Payment, PaymentHint, PaymentService, PaymentState } from '#functions/ports/payment-gateway.ts';
import { parseDecimal } from '#shared/decimal.ts';
import { isCoin, networks, networksOf, type Coin, type Network } from '#shared/catalogue.ts';

/** The provider's fourteen statuses in our words. */
const states = {
  check: 'waiting',
  process: 'waiting',
  confirm_check: 'confirming',
  wrong_amount_waiting: 'partly_paid',
  paid: 'paid',
  paid_over: 'paid_over',
  wrong_amount: 'paid_less',
  cancel: 'expired',
  fail: 'failed',
  system_fail: 'failed',
  locked: 'locked',
  refund_process: 'refunding',
  refund_fail: 'refund_failed',
  refund_paid: 'refunded',
} as const satisfies Record<string, PaymentState>;

const text = z.string().check(z.minLength(1), z.maxLength(512));
/** A text that is null, empty or missing while the provider has no value. */
const perhaps = z.nullish(z.string().check(z.maxLength(512)));
const decimal = z.string().check(z.refine((value) => parseDecimal(value) !== undefined));
/** A balance may be below zero: a refund gives back all that came, and the provider keeps its commission. */
const signedDecimal = z.string().check(z.refine((value) => parseDecimal(value.replace(/^-/, '')) !== undefined));
const status = z.enum(Object.keys(states) as (keyof typeof states)[]);

const invoice = z.object({
  uuid: text,
  order_id: text,
  status,
  is_final: z.boolean(),
  amount: decimal,
  currency: text,
  payment_amount: z.nullish(decimal),
  merchant_amount: z.optional(z.unknown()),
  payer_amount: z.nullish(decimal),
  payer_currency: perhaps,
  payer_amount_exchange_rate: z.nullish(decimal),
  network: perhaps,
  address: perhaps,
  from: perhaps,
  txid: perhaps,
  url: text,
  expired_at: z.nullish(z.int().check(z.positive())),
  created_at: z.string().check(z.refine((value) => Number.isFinite(Date.parse(value)))),
  updated_at: z.optional(z.unknown()),
});

/** Services and balances of coins that are not ours may have any form: only their codes are looked at. */
const anything = z.array(z.unknown());
const pairOfService = z.object({ currency: text, network: text });
const service = z.object({
  is_available: z.boolean(),
  limit: z.object({ min_amount: decimal, max_amount: decimal }),
});

const balances = z.array(z.object({ balance: z.object({ merchant: anything }) })).check(z.length(1));
const coinOfBalance = z.object({ currency_code: text });
const balanceOfCoin = z.object({ balance: signedDecimal });

/** Rates of other pairs may have more digits than any amount, so only the rate that is asked for is parsed. */
const rates = z.array(z.object({ from: text, to: text, course: text }));

const webhook = z.object({ type: z.literal('payment'), uuid: text, order_id: text, status: text });

/** The provider's invoice as a Payment. A status that we do not know is not understood: guessing would move money. */
export function readInvoice(json: unknown): Read<Payment> {
  return readJson(invoice, json, (answer) => ({
    paymentId: answer.uuid,
    reference: answer.order_id,
    state: states[answer.status],
    isFinal: answer.is_final,
    invoiceAmount: answer.amount,
    invoiceCurrency: answer.currency,
    payerAmount: answer.payer_amount ?? undefined,
    payerCurrency: answer.payer_currency || undefined,
    network: answer.network?.toLowerCase() || undefined,
    receivedAmount:
      parseDecimal(answer.payment_amount ?? '0') === 0n ? undefined : (answer.payment_amount ?? undefined),
    ...merchantShare(answer.merchant_amount),
    rate: answer.payer_amount_exchange_rate ?? undefined,
    address: answer.address || undefined,
    sourceAddress: answer.from || undefined,
    txid: answer.txid || undefined,
    payUrl: answer.url,
    createdAtMs: Date.parse(answer.created_at),
    ...changed(answer.updated_at),
    expiresAtMs: answer.expired_at ? answer.expired_at * 1000 : undefined,
  }));
}

/** The services list, reduced to the coins and networks of our catalogue. */
export function readServices(json: unknown): Read<readonly PaymentService[]> {
  const list = readJson(anything, json, (answer) => answer);
  if (!list.isUnderstood) return list;
  const offered: PaymentService[] = [];
  for (const [index, item] of list.value.entries()) {
    const codes = pairOfService.safeParse(item).data;
    const pair = codes && catalogued(codes.currency, codes.network);
    if (!pair) continue;
    const read = readJson(service, item, ({ is_available: isAvailable, limit }) => ({
      ...pair,
      isAvailable,
      minAmount: limit.min_amount,
      maxAmount: limit.max_amount,
    }));
    if (!read.isUnderstood) return misunderstood(`${index}.${read.path}`);
    offered.push(read.value);
  }
  return understood(offered);
}

/** The merchant's balance of each coin of our catalogue, with its sign. If one cannot be read, none is returned. */
export function readBalances(json: unknown): Read<Readonly<Partial<Record<Coin, string>>>> {
  const list = readJson(balances, json, ([answer]) => answer?.balance.merchant ?? []);
  if (!list.isUnderstood) return list;
  const held: Partial<Record<Coin, string>> = {};
  for (const [index, item] of list.value.entries()) {
    const coin = coinOfBalance.safeParse(item).data?.currency_code;
    if (coin === undefined || !isCoin(coin)) continue;
    const read = readJson(balanceOfCoin, item, ({ balance }) => balance);
    if (!read.isUnderstood) return misunderstood(`0.balance.merchant.${index}.${read.path}`);
    held[coin] = read.value;
  }
  return understood(held);
}

/** USD for one coin in an exchange-rate list; undefined when it holds no such quote. */
export function readUsdRate(json: unknown, coin: Coin): Read<string | undefined> {
  const quotes = readJson(rates, json, (answer) => answer);
  if (!quotes.isUnderstood) return quotes;
  const index = quotes.value.findIndex((quote) => quote.from === coin && quote.to === 'USD');
  const course = quotes.value[index]?.course;
  if (course !== undefined && parseDecimal(course) === undefined) return misunderstood(`${index}.course`);
  return understood(course);
}

/** Reads the claim of an authentic webhook; undefined unless it is about a payment. */
export function readHint(members: unknown): PaymentHint | undefined {
  const read = webhook.safeParse(members);
  return read.success
    ? { reference: read.data.order_id, paymentId: read.data.uuid, claimedStatus: read.data.status }
    : undefined;
}

/** The provider's code of a network of ours. */
export function networkCode(network: Network): string {
  return network.toLowerCase();
}

const networkOfCode = new Map((Object.keys(networks) as Network[]).map((network) => [networkCode(network), network]));

function catalogued(currency: string, code: string): { readonly coin: Coin; readonly network: Network } | undefined {
  const network = networkOfCode.get(code.toLowerCase());
  return isCoin(currency) && network !== undefined && networksOf(currency).includes(network)
    ? { coin: currency, network }
    : undefined;
}

/** Reads our share of a payment; undefined when it is missing or malformed, because no credit depends on it. */
function merchantShare(value: unknown): Pick<Payment, 'merchantAmount'> {
  return typeof value === 'string' && parseDecimal(value) !== undefined ? { merchantAmount: value } : {};
}

/** Reads the time of the last change; nothing when it is missing or malformed, because only reconciliation uses it. */
function changed(text: unknown): Pick<Payment, 'changedAtMs'> {
  const changedAtMs = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isFinite(changedAtMs) ? { changedAtMs } : {};
}
