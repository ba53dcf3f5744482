import { expect, it } from 'vitest';

import { missingForCard } from '#web/features/cards/missing-for-card.ts';

it('a new card is blocked by what a balance above the fee lacks, and by nothing when a bonus covers it', () => {
  expect(missingForCard(400, 2_000)).toMatchObject({ kind: 'balance', title: '$4.00 is missing' });
  expect([missingForCard(0, 2_000), missingForCard(-100, 2_000)]).toEqual([undefined, undefined]);
});
