import { describe, expect, it } from 'vitest';

import {
  balanceNames,
  coinText,
  moveName,
  revenueNames,
  tieWords,
  worthText,
} from '#web/features/books/books-words.ts';
import { examples } from '#infra/openapi/examples.ts';

const report = examples['admin.daily-report'].reply as unknown as Parameters<typeof tieWords>[0] & {
  readonly revenue: Parameters<typeof revenueNames>[0];
  readonly balances: Parameters<typeof balanceNames>[0];
};
const { comparison } = report;
if (comparison === null) throw new Error('the example is compared');

describe('the worth of coins beside the amount that arrived for them', () => {
  it('warns of a slip by a factor of ten, on either side', () => {
    expect(worthText(9_700_000, 9_650_000)).toBe('Worth about $97,000.00 now.');
    expect(worthText(9_700_000, 965_000)).toBe('Worth about $97,000.00 now. Check both amounts.');
    expect(worthText(970_000, 9_650_000)).toBe('Worth about $9,700.00 now. Check both amounts.');
  });

  it('says nothing before both are typed in', () => {
    for (const worth of [0, Number.NaN, Number.POSITIVE_INFINITY, 0.4]) expect(worthText(worth, 100)).toBe(undefined);
    expect(worthText(100, 0)).toBe(undefined);
  });
});

describe('the words of the books', () => {
  it('say that a day ties only when nothing differs and both sides answered', () => {
    expect(tieWords(report)).toMatchObject({ tone: 'success', title: 'Ties to the cent' });
    expect(tieWords({ ...report, tieOut: 5_051 as never })).toMatchObject({
      tone: 'danger',
      title: '$50.51 does not tie',
      text: expect.stringContaining('A deposit that waits on the desk may be why.'),
    });
    for (const [unheard, name, heard] of [
      ['provider', 'payment provider', 'card issuer'],
      ['issuer', 'card issuer', 'payment provider'],
    ] as const)
      expect(tieWords({ tieOut: null, comparison: { ...comparison, [unheard]: null } })).toEqual({
        tone: 'warning',
        title: `Ties with the ${heard} only`,
        text: `The ${name} was not compared: it didn’t answer.`,
      });
    expect(tieWords({ tieOut: null, comparison: null })).toMatchObject({ tone: 'warning', title: 'Not compared' });
  });

  it('name every figure once, in an order that adds up', () => {
    const revenue = Object.fromEntries(revenueNames(report.revenue));
    expect(Object.keys(revenue)).toHaveLength(Object.keys(report.revenue).length);
    const costs = ['Payment provider’s fees', 'Card issuer’s fees', 'Referrals', 'Adjustments'];
    const spent = costs.reduce((total, name) => total + (revenue[name] ?? Number.NaN), 0);
    expect(revenue['Net revenue']).toBe((revenue['Gross revenue'] ?? 0) + spent);
    expect(costs.map((name) => revenue[name] ?? Number.NaN).every((cost) => cost <= 0)).toBe(true);
    expect(coinText('-1.5')).toBe('−1.5');
    const balances = Object.fromEntries(balanceNames(report.balances));
    expect(balances['At the payment provider']).toBe(report.balances.provider);
    const owed = ['Account balances', 'Card balances', 'Referral rewards', 'Deposits set aside', 'Deposits refused'];
    expect(owed.reduce((total, name) => total + (balances[name] ?? Number.NaN), 0)).toBe(balances['All that we owe']);
  });

  it('name payouts and top-ups both ways', () => {
    const names = (['payout', 'top_up'] as const).flatMap((kind) =>
      (['out', 'back'] as const).map((direction) => moveName({ kind, direction })),
    );
    expect(new Set(names).size).toBe(4);
  });
});
