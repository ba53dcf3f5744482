import { expect, it } from 'vitest';

import { stageAppearance, stageAppearances } from '#web/features/referrals/reward-words.ts';

it('names the stage of a reward as all other screens spell it', () => {
  expect(Object.values(stageAppearances).map(({ label }) => label)).toEqual(['Pending', 'Earned', 'Canceled']);
});

it('shows a stage of a later API as it is named', () => {
  expect(stageAppearance('paused')).toEqual({ label: 'paused', tone: 'gray' });
  expect(stageAppearance('matured').label).toBe('Earned');
});
