import { expect, it } from 'vitest';

import { stageAppearances } from '#web/features/referrals/reward-words.ts';

it('names the stage of a reward as all other screens spell it', () => {
  expect(Object.values(stageAppearances).map(({ label }) => label)).toEqual(['Pending', 'Earned', 'Canceled']);
});
