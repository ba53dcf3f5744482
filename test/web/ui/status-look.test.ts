import { expect, it } from 'vitest';
import { transactionStatuses } from '#shared/contract/transactions.ts';
import { statusLook } from '#web/ui/badge.tsx';

it.each(transactionStatuses)('%s has a colour and an emoji of its own', (status) => {
  const look = statusLook(status);
  expect(look.emoji).not.toBe('•');
});

it('takes the other spellings', () => {
  expect(statusLook('paid-over')).toBe(statusLook('paid_over'));
  expect(statusLook('COMPLETED')).toBe(statusLook('completed'));
  expect(statusLook('refund-process').tone).toBe('cyan');
});

it('shows a word it does not know', () => {
  expect(statusLook('odd_one')).toEqual({ tone: 'gray', emoji: '•', label: 'odd one' });
});
