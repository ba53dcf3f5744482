import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCryptomusGateway } from '#functions/adapters/payments/cryptomus/create-cryptomus-gateway.ts';
import type { PaymentGateway } from '#functions/ports/payment-gateway.ts';
import { applyFresh } from '#test/support/apply-fresh.ts';
import { openInvoice } from '#functions/domain/deposits/open-invoice.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { systemClock } from '#functions/runtime/system-clock.ts';
import { coins, networksOf, type Coin } from '#shared/catalogue.ts';
import { cents } from '#shared/money.ts';
import { moneyWorld } from '#test/support/money-world.ts';
import { MERCHANT, PAYMENT_KEY, startBench, type Bench } from './simulator-harness.ts';

/* Every coin of the catalogue takes what a person may deposit: through the product's own adapter, paid to the last cent. */

/** One world for all tests, because the provider takes every reference only once. */
const world = moneyWorld();
let bench: Bench;
let payments: PaymentGateway;

beforeAll(async () => {
  bench = await startBench();
  payments = createCryptomusGateway({
    profile: 'heleket',
    baseUrl: bench.url,
    merchantId: MERCHANT,
    paymentKey: PAYMENT_KEY,
    payOrigins: [new URL(bench.url).origin],
    clock: systemClock,
  });
});

afterAll(async () => {
  await bench[Symbol.asyncDispose]();
});

describe("The simulated provider's limits", () => {
  const pairs = (Object.keys(coins) as Coin[]).flatMap((coin) =>
    networksOf(coin).flatMap((network) =>
      [500, 50_000, 500_000].map((amountCents) => [amountCents, coin, network] as const),
    ),
  );

  it.each(pairs)('take %i cents in %s on %s', async (amountCents, currency, network) => {
    const services = { ...world.services, payments };
    const user = await world.cardholder(0);
    const asked = { user, currency, network, amountCents: cents(amountCents), claim: undefined };
    const { depositId, paymentId } = await openInvoice(services, await requestDeposit(services, asked));
    expect((await bench.door(`invoices/${paymentId}/pay`)).status).toBe(200);
    const read = await payments.readPayment(depositId);
    if (read.outcome !== 'success' || !read.value) throw new Error('the payment is not there');
    expect((await applyFresh(services, depositId, read.value)).creditedCents).toBe(amountCents);
  });
});
