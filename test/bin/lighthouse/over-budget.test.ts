import { expect, it } from 'vitest';

import { overBudget } from '#test/proofs/lighthouse/over-budget.ts';
import { pageBudgets } from '#test/proofs/lighthouse/page-budget.ts';
import { medianOf, type PageFigures } from '#test/proofs/lighthouse/page-figures.ts';

const fine: PageFigures = {
  performance: 100,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  lcpMs: 900,
  cls: 0.02,
  tbtMs: 0,
  jsBytes: 0,
  cssBytes: 0,
  failedAudits: [],
};
const landing = pageBudgets.find(({ name }) => name === 'landing');
const dashboard = pageBudgets.find(({ name }) => name === 'dashboard');

it('accepts a page that is exactly at its budget', () => {
  expect(landing && overBudget(landing, fine)).toEqual([]);
  expect(dashboard && overBudget(dashboard, { ...fine, lcpMs: 1600, jsBytes: 115_000, cssBytes: 12_000 })).toEqual([]);
});

it('names each figure that is over', () => {
  const costly = { ...fine, lcpMs: 901, cls: 0.021, jsBytes: 1, seo: 92 };
  expect(landing && overBudget(landing, costly)).toEqual([
    'LCP 901 > 900',
    'CLS 0.021 > 0.02',
    'JS 1 > 0',
    'a score of 92 < 100',
  ]);
  expect(dashboard && overBudget(dashboard, { ...fine, jsBytes: 115_001, cssBytes: 12_001, seo: 92 })).toEqual([
    'JS 115001 > 115000',
    'CSS 12001 > 12000',
  ]);
});

it('takes the median of each figure, and lists every complaint once', () => {
  const runs = [
    { ...fine, lcpMs: 700, performance: 90, failedAudits: ['a'] },
    { ...fine, lcpMs: 3000, performance: 100, failedAudits: ['a', 'b'] },
    { ...fine, lcpMs: 900, performance: 99 },
  ];
  expect(medianOf(runs)).toEqual({ ...fine, lcpMs: 900, performance: 99, failedAudits: ['a', 'b'] });
  expect(() => medianOf([])).toThrow('nothing was measured');
});
