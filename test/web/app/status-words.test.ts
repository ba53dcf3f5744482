import { expect, it } from 'vitest';

import { asOf, offlineWords } from '#web/app/status-words.ts';

const at = new Date(2026, 10, 23, 10, 31).getTime();

it('dates the last balances in the person’s time zone', () => {
  expect(asOf(at)).toMatch(/^As of Nov 23, 2026, 10:31\sAM$/);
  expect(offlineWords(at)).toMatch(/^You’re offline\. Balances are as of Nov 23, 2026, 10:31\sAM\.$/);
  expect(offlineWords(undefined)).toBe('You’re offline.');
});
