import { expect, it } from 'vitest';
import { byDay } from '#web/features/notifications/by-day.ts';

const at = (createdAt: string) => ({ createdAt });

it('groups rows by their day and keeps their order', () => {
  const rows = [at('2026-11-22T13:00:00Z'), at('2026-11-22T12:00:00Z'), at('2026-11-20T12:00:00Z')];
  expect(byDay(rows)).toEqual([
    ['Sunday, November 22, 2026', rows.slice(0, 2)],
    ['Friday, November 20, 2026', rows.slice(2)],
  ]);
  expect(byDay([])).toEqual([]);
});
