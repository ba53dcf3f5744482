import { expect, it } from 'vitest';

import { stateName } from '#functions/domain/deposits/deposit-status.ts';
import { meanings } from '#functions/domain/deposits/transitions.ts';
import type { PaymentState } from '#functions/ports/payment-gateway.ts';

it('names every state of the provider in words of its own', () => {
  const names = (Object.keys(meanings) as PaymentState[]).map(stateName);
  expect(new Set(names).size).toBe(names.length);
  expect(names.join(' ')).not.toContain('_');
  expect(stateName('locked')).toBe('Under review');
});
