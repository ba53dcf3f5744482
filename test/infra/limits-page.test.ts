import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { definition } from '#infra/definition/index.ts';
import { limitsPage } from '#infra/limits-page.ts';

it('infra/LIMITS.md is what node bin/write-limits.ts writes', () => {
  expect(readFileSync(path.join(import.meta.dirname, '../../infra/LIMITS.md'), 'utf8')).toBe(limitsPage());
});

it('shows that the pollers keep up with a million people, at five seconds a call', () => {
  const walls = [...limitsPage().matchAll(/^\| `(?:catch-up-cards|poll-deposits)` .*?([\d,]+) (?:cards|invoices) /gm)];
  const [cards = 0, invoices = 0] = walls.map(([, wall = '']) => Number(wall.replaceAll(',', '')));
  // Half of a million people use their card on a day, and a thirtieth makes a deposit.
  expect(cards).toBeGreaterThan(500_000);
  expect(invoices).toBeGreaterThan(33_000);
});

const jobs = definition.functions.filter(({ trigger }) => trigger.kind === 'schedule').map(({ id }) => id.slice(4));

it.each(jobs)('names the wall of the job %s (else: infra/limits-page.ts)', (name) => {
  expect(limitsPage()).toMatch(new RegExp(`^(?:\\| |- |.*\\. )\`${name}\` `, 'm'));
});

it('shows that a million people are reminded, and checked each hour and each night', () => {
  for (const name of ['remind-people', 'reconcile', 'reconcile-fully']) {
    const [, wall = ''] = new RegExp(`^\\| \`${name}\` .*\\| ([\\d,]+) people`, 'm').exec(limitsPage()) ?? [];
    expect(Number(wall.replaceAll(',', '')), name).toBeGreaterThan(1_000_000);
  }
});
