import { expect, it } from 'vitest';
import { momentText } from '#web/ui/time.tsx';

const now = Date.parse('2026-11-21T12:00:00.000Z');

it.each([
  ['2026-11-21T11:59:40.000Z', 'just now'],
  // The server's clock is ahead.
  ['2026-11-21T12:05:00.000Z', 'just now'],
  ['2026-11-21T11:55:00.000Z', '5 min. ago'],
  ['2026-11-21T09:00:00.000Z', '3 hr. ago'],
  ['2026-11-18T09:00:00.000Z', 'Nov 18, 2026'],
])('shows %s as %s', (iso, text) => {
  expect(momentText(iso, now)).toBe(text);
});
