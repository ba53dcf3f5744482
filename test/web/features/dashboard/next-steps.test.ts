import { expect, it } from 'vitest';

import { nextSteps } from '#web/features/dashboard/next-steps.ts';

it('marks the first step that is not done as the next one', () => {
  const steps = nextSteps({ verified: true, hasDeposited: false, hasCard: true, hasLoaded: false }, '$5');
  expect(steps.map((step) => [step.id, step.done, step.isNext])).toEqual([
    ['verify', true, false],
    ['deposit', false, true],
    ['create', true, false],
    ['load', false, false],
  ]);
  expect(steps[2]?.hint).toBe('Ready in seconds, with $5 on it to spend.');
});

it('has nothing next when all is done', () => {
  const steps = nextSteps({ verified: true, hasDeposited: true, hasCard: true, hasLoaded: true }, '$5');
  expect(steps.some((step) => step.isNext)).toBe(false);
});
