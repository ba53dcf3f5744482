import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
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
