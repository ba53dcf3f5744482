import { expect, it } from 'vitest';

import { outcomeName, verdictName } from '#web/features/inbox/inbox-words.ts';

it('names outcomes and verdicts, and those of a later API by themselves', () => {
  expect(outcomeName('set_aside')).toBe('Set aside');
  expect(outcomeName('postponed')).toBe('postponed');
  expect(verdictName('bad_signature')).toBe('Wrong signature');
  expect(verdictName('too_old')).toBe('too_old');
});
