import vm from 'node:vm';
import { expect, it } from 'vitest';
import { firstCardLimits, type CardLimits } from '#shared/card-limits.ts';
import { cents } from '#shared/money.ts';
import { firstPrices, type Prices } from '#shared/prices.ts';
import { pricesScript } from '#web/build/document-scripts.ts';
import { limitTexts, priceTexts } from '#web/features/public/price-texts.ts';

/** Runs the script of the public pages over a page with these texts. Returns the texts after the API's answer. */
async function written(texts: Readonly<Record<string, string>>, fetch: () => Promise<unknown>) {
  const places = Object.entries(texts).map(([price, textContent]) => ({ dataset: { price }, textContent }));
  vm.runInNewContext(pricesScript, { document: { querySelectorAll: () => places }, fetch });
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  return Object.fromEntries(places.map(({ dataset, textContent }) => [dataset.price, textContent]));
}

const first = { ...priceTexts(firstPrices), ...limitTexts(firstCardLimits) };
const answering =
  (present: Prices, limits: CardLimits = firstCardLimits) =>
  () =>
    Promise.resolve({ json: () => Promise.resolve({ present, limits: { present: limits } }) });
const odd = { cardFeeCents: cents(1_999), firstLoadCents: cents(750), loadPercent: 3.55, loadFixedCents: cents(101) };

it('names every price and limit', () => {
  expect(first).toEqual({
    card: '$20',
    fee: '$15',
    first: '$5',
    load: '3% + $1',
    examplePaid: '$52.50',
    exampleFee: '$2.50',
    balance: '$5,000',
    month: '$10,000',
  });
});

it.each<[string, Prices]>([
  ['the first ones', firstPrices],
  ['odd ones', odd],
  ['the smallest', { cardFeeCents: cents(0), firstLoadCents: cents(100), loadPercent: 0, loadFixedCents: cents(0) }],
  [
    'the largest',
    { cardFeeCents: cents(5_000), firstLoadCents: cents(10_000), loadPercent: 10, loadFixedCents: cents(1_000) },
  ],
])('the prices on a page are those of the API: %s', async (_which, prices) => {
  expect(await written(first, answering(prices))).toEqual({ ...first, ...priceTexts(prices) });
});

it.each([
  [cents(10_000), cents(500_000)],
  [cents(123_450), cents(1_000_000)],
])('the limits on a page are those of the API: %d on a card', async (balanceCents, monthlySpendCents) => {
  const limits = { balanceCents, monthlySpendCents };
  expect(await written(first, answering(firstPrices, limits))).toEqual({ ...first, ...limitTexts(limits) });
});

it.each([
  ['no answer', () => Promise.reject(new Error('offline'))],
  ['a refusal', () => Promise.resolve({ json: () => Promise.resolve({ code: 'TemporarilyUnavailable' }) })],
])('the prices and limits on a page stay as they are after %s', async (_which, fetch) => {
  expect(await written(first, fetch)).toEqual(first);
});
