import { expect, it } from 'vitest';
import { testSeed } from '#test/support/test-seed.ts';
import { proveWebhooks } from './prove-webhooks.ts';

// Two thousand of them: node bin/prove-webhooks.ts
it('order, repetition, loss and forgery of webhooks do not change the credits of 100 payments', async () => {
  const { figures, violations } = await proveWebhooks({ payments: 100, seed: testSeed });
  expect(violations, `seed ${testSeed}`).toEqual([]);
  expect(figures['right at the end']).toBe(100);
  // A run without these events would prove nothing.
  for (const what of ['lost', 'forged and refused', 'messages that came again', 'reads by the poller']) {
    expect(figures[what], what).toBeGreaterThan(0);
  }
  expect(figures['right before the poller ran to the end']).toBeLessThan(100);
});
