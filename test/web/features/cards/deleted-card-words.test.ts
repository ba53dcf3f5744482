import { expect, it } from 'vitest';

import { deletedCardWords } from '#web/features/cards/deleted-card-words.ts';

const back = 'What was left on it is back in your balance.';
const later = 'Refunds that come later go to your balance.';
const blocked = 'The card issuer has blocked this card (fraud).';
const owing = 'The card issuer closed this card (Negative balance). What it owed was charged to your balance.';

it.each([
  [null, `${back} ${later}`],
  ['This card was deleted.', `${back} ${later}`],
  [blocked, `${blocked} ${back} ${later}`],
  [owing, `${owing} ${later}`],
])('says where the money of a deleted card went: %s', (statusReason, words) => {
  expect(deletedCardWords({ statusReason })).toBe(words);
});
