import { expect, it } from 'vitest';
import { readDepositAmount } from '#web/features/deposits/deposit-amount.ts';

it.each([
  ['', {}],
  ['0', {}],
  ['4.99', { error: 'The minimum deposit is $5.00.' }],
  ['5', { cents: 500 }],
  ['10000', { cents: 1_000_000 }],
  ['10000.01', { error: 'The maximum deposit is $10,000.00.' }],
  ['five', { error: 'Enter an amount in dollars, such as 50 or 12.50.' }],
])('a deposit of “%s” is read as %j', (text, read) => {
  expect(readDepositAmount(text)).toEqual(read);
});
