import { expect, it } from 'vitest';
import { holdsCardNumber } from '#shared/card-number.ts';

it.each([
  '4111111111111111',
  'my card 4111 1111 1111 1111, exp 12/27',
  '4111-1111-1111-1111',
  '4111.1111.1111.1111 12',
  '4111\n1111\n1111\n1111',
  'x4111111111111111y',
  '004111111111111111100',
  '４１１１１１１１１１１１１１１１',
  '4111\u200b1111\u200b1111\u200b1111',
  '3782 822463 10005',
  '5555555555554444',
])('a card number is found in %j', (text) => {
  expect(holdsCardNumber(text)).toBe(true);
});

it.each([
  '',
  'I paid $12.50 on 2026-11-20 at 12:30, not $14.00.',
  'Order 112-3456789-1234568',
  'The last four are 1111.',
  '4111 1111 1111 1112',
  'Call 212 555 0187 or 212 555 0188',
  '0000000000000000',
  '9'.repeat(16),
])('no card number is found in %j', (text) => {
  expect(holdsCardNumber(text)).toBe(false);
});
