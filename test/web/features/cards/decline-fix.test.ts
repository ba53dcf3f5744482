import { describe, expect, it } from 'vitest';

import { limits } from '#shared/limits.ts';
import { cents } from '#shared/money.ts';
import type { FreezeReason } from '#shared/contract/cards.ts';
import { declineWords, fixFor } from '#web/features/cards/decline-fix.ts';

const card = {
  balance: cents(1210),
  status: 'active',
  frozenReasons: [] as FreezeReason[],
  limits: {
    balance: limits.cardBalanceMaxCents,
    transaction: limits.cardTransactionMaxCents,
    monthlySpend: limits.cardMonthlySpendMaxCents,
    spentThisMonth: cents(0),
  },
} as const;
const declined = (decline_reason: string) => ({ decline_reason, amount: cents(1549) });

describe('the way out of a decline', () => {
  it('of a card that is frozen for a debt is to pay it, not to unfreeze the card', () => {
    const frozen = { ...card, status: 'freezed', frozenReasons: ['owner', 'debt'] as FreezeReason[] } as const;
    expect(fixFor(declined('The card was frozen.'), frozen)).toEqual({
      kind: 'advice',
      text: 'Your account owes money. Pay what you owe, or add funds.',
    });
  });

  it('offers to load exactly what is missing', () => {
    expect(fixFor(declined('Not enough money on the card'), card)).toEqual({
      kind: 'load',
      amountCents: 339,
      label: 'Load card with $3.39',
    });
  });

  it('offers no load that costs more than it brings', () => {
    const fix = fixFor({ decline_reason: 'Insufficient funds', amount: cents(1220) }, card);
    expect(fix).toMatchObject({ kind: 'load', amountCents: 100 });
  });

  it('does not ask to load when there is enough by now', () => {
    expect(fixFor(declined('Insufficient funds'), { ...card, balance: cents(1549) })).toMatchObject({ kind: 'advice' });
  });

  it('offers to unfreeze a card that is still frozen, and nothing when the issuer blocked it', () => {
    expect(fixFor(declined('The card is frozen.'), { ...card, status: 'freezed' })).toEqual({ kind: 'unfreeze' });
    expect(fixFor(declined('The card is frozen.'), { ...card, status: 'blocked' })).toBeUndefined();
    expect(fixFor(declined('The card is frozen.'), card)).toMatchObject({ kind: 'advice' });
  });

  it('tells the monthly limit from the limit of one purchase', () => {
    expect(fixFor(declined('Monthly spending limit reached'), card)).toMatchObject({
      text: expect.stringContaining('1st'),
    });
    expect(fixFor(declined('Over the limit of one purchase'), card)).toMatchObject({
      text: 'One purchase can be up to $5,000.00.',
    });
  });

  it('understands the words that our own API uses', () => {
    expect(fixFor(declined('There was not enough money on the card.'), card)).toMatchObject({ kind: 'load' });
    expect(fixFor(declined('The card was frozen.'), { ...card, status: 'freezed' })).toEqual({ kind: 'unfreeze' });
    expect(fixFor(declined("The card's monthly limit was reached."), card)).toMatchObject({ kind: 'advice' });
    expect(fixFor(declined('The amount was above what one purchase may be.'), card)).toMatchObject({ kind: 'advice' });
    expect(fixFor(declined('The 3DS code was wrong.'), card)).toMatchObject({ kind: 'advice' });
    expect(fixFor(declined('The expiry date was wrong.'), card)).toMatchObject({ kind: 'advice' });
    expect(fixFor(declined('This kind of merchant is not supported.'), card)).toBeUndefined();
  });

  it('helps with a wrong code or wrong details', () => {
    expect(fixFor(declined('Wrong 3DS code'), card)).toMatchObject({ text: expect.stringContaining('4-digit') });
    expect(fixFor(declined('The CVV does not match'), card)).toMatchObject({
      text: expect.stringContaining('details'),
    });
  });

  it('says nothing rather than something wrong', () => {
    expect(fixFor(declined('Declined by the merchant'), card)).toBeUndefined();
  });
});

it('tells the reason as a sentence, and says so when there is none', () => {
  expect(declineWords({ decline_reason: 'The card is frozen' })).toBe('The card is frozen.');
  expect(declineWords({ decline_reason: 'Why?' })).toBe('Why?');
  expect(declineWords({ decline_reason: null })).toMatch(/no reason/);
});
