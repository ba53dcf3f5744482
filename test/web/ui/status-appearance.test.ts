import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { transactionStatuses } from '#shared/transaction-statuses.ts';
import { statusAppearance } from '#web/ui/badge.tsx';

const tones = {
  pending: 'yellow',
  expired: 'orange',
  failed: 'red',
  completed: 'green',
  paid: 'green',
  paid_over: 'emerald',
  paid_less: 'teal',
  processing: 'blue',
  confirm_check: 'indigo',
  locked: 'gray',
  refund_process: 'cyan',
  refund_fail: 'rose',
  refund_paid: 'lime',
} as const;

it.each(transactionStatuses)('%s has its colour, and an emoji', (status) => {
  const appearance = statusAppearance(status);
  expect(appearance.tone).toBe(tones[status]);
  expect(appearance.emoji).not.toBe('•');
});

it.each(transactionStatuses)('the emoji of %s is in the font for systems that have none', (status) => {
  const css = readFileSync('web/ui/badge.css', 'utf8');
  const range = new Set(css.match(/U\+[0-9A-F]+/g));
  for (const sign of statusAppearance(status).emoji)
    expect(range).toContain(`U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`);
});

it('takes other spellings of a status', () => {
  expect(statusAppearance('paid-over')).toBe(statusAppearance('paid_over'));
  expect(statusAppearance('COMPLETED')).toBe(statusAppearance('completed'));
  expect(statusAppearance('refund-process').tone).toBe('cyan');
});

it('shows an unknown status as it is', () => {
  expect(statusAppearance('odd_one')).toEqual({ tone: 'gray', emoji: '•', label: 'odd one' });
});
