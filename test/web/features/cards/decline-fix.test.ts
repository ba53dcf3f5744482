import { describe, expect, it, vi } from 'vitest';

import { limits } from '#shared/limits.ts';
import { cents } from '#shared/money.ts';
import type { DeclineCode, FreezeReason } from '#shared/contract/cards.ts';
import { declineWords, fixFor, isWorthFixing } from '#web/features/cards/decline-fix.ts';

const card = {
  balance: cents(1210),
  held: cents(0),
  status: 'active',
  frozenReasons: [] as FreezeReason[],
  declines: { short: 0, freezesAt: 5 },
  limits: {
    balance: limits.cardBalanceMaxCents,
    transaction: limits.cardTransactionMaxCents,
    monthlySpend: limits.cardMonthlySpendMaxCents,
    holdable: limits.cardBalanceMaxCents,
    spentThisMonth: cents(0),
  },
} as const;
const declined = (decline_code: DeclineCode | null) => ({ decline_code, amount: cents(1549) });

describe('the way out of a decline', () => {
  it('asks to pay the debt for a card that is frozen for one, not to unfreeze the card', () => {
    const frozen = { ...card, status: 'freezed', frozenReasons: ['owner', 'debt'] as FreezeReason[] } as const;
    expect(fixFor(declined('card_frozen'), frozen)).toEqual({
      kind: 'advice',
      text: 'Your account owes money. Pay what you owe, or add funds.',
    });
  });

  it('offers to load exactly what is missing', () => {
    expect(fixFor(declined('insufficient_funds'), card)).toEqual({
      kind: 'load',
      amountCents: 339,
      label: 'Load card with $3.39',
    });
  });

  it('offers to load at least $1', () => {
    const fix = fixFor({ decline_code: 'insufficient_funds', amount: cents(1220) }, card);
    expect(fix).toMatchObject({ kind: 'load', amountCents: 100 });
  });

  it('says why it offers no load where a limit leaves no room: of the card, the month or one purchase', () => {
    const low = (limits: object) => ({ ...card, limits: { ...card.limits, ...limits } });
    const most = { balance: cents(1500), holdable: cents(1500) };
    expect(fixFor(declined('insufficient_funds'), low(most))).toEqual({
      kind: 'advice',
      text: 'This card holds at most $15.00: it has room for $2.90.',
    });
    expect(fixFor(declined('insufficient_funds'), low({ holdable: cents(1500) }))).toMatchObject({
      text: expect.stringContaining('more with this card this month'),
    });
    expect(fixFor(declined('insufficient_funds'), low({ transaction: cents(1500) }))).toMatchObject({
      text: 'The limit is $15.00 per transaction.',
    });
    expect(
      fixFor(declined('insufficient_funds'), low({ transaction: declined('insufficient_funds').amount })),
    ).toMatchObject({ kind: 'load' });
    const onItsWay = { ...low({ balance: cents(1600), holdable: cents(1600) }), held: cents(100) };
    expect(fixFor(declined('insufficient_funds'), onItsWay)).toMatchObject({ kind: 'advice' });
    expect(fixFor(declined('insufficient_funds'), { ...onItsWay, held: cents(0) })).toMatchObject({ kind: 'load' });
  });

  it('does not ask to load when the card has enough by now', () => {
    expect(fixFor(declined('insufficient_funds'), { ...card, balance: cents(1549) })).toMatchObject({ kind: 'advice' });
  });

  it.each([cents(1210), cents(1549)])(
    'offers nothing for missing money while the card is frozen, with a balance of %i cents',
    (balance) => {
      expect(fixFor(declined('insufficient_funds'), { ...card, balance, status: 'freezed' })).toBeUndefined();
    },
  );

  it('offers to unfreeze a card that is still frozen, but not one that the issuer or a lock of the account keeps frozen', () => {
    expect(fixFor(declined('card_frozen'), { ...card, status: 'freezed' })).toEqual({ kind: 'unfreeze' });
    expect(fixFor(declined('card_frozen'), { ...card, status: 'blocked' })).toBeUndefined();
    const locked = { ...card, status: 'freezed', frozenReasons: ['owner', 'lock'] as FreezeReason[] } as const;
    expect(fixFor(declined('card_frozen'), locked)).toBeUndefined();
    expect(fixFor(declined('card_frozen'), card)).toMatchObject({ kind: 'advice' });
  });

  it('distinguishes the monthly limit from the limit of one purchase', () => {
    expect(fixFor(declined('limit_month'), card)).toMatchObject({
      text: expect.stringContaining('1st'),
    });
    expect(fixFor(declined('limit_transaction'), card)).toMatchObject({
      text: 'The limit is $5,000.00 per transaction.',
    });
  });

  it('asks for the 3DS code once more when it was wrong', () => {
    expect(fixFor(declined('wrong_3ds'), card)).toMatchObject({ text: expect.stringContaining('4-digit') });
  });

  it.each(['merchant_blocked', 'address_mismatch', 'issuer', 'other', null] as const)(
    'offers nothing for the decline code %s',
    (code) => {
      expect(fixFor(declined(code), card)).toBeUndefined();
    },
  );
});

it('shows the reason of a decline as a sentence, and says so when there is none', () => {
  expect(declineWords({ decline_reason: 'The card is frozen' })).toBe('The card is frozen.');
  expect(declineWords({ decline_reason: 'Why?' })).toBe('Why?');
  expect(declineWords({ decline_reason: null })).toMatch(/no reason/);
});

it('is offered for three days after a decline', () => {
  const transaction = { transaction_date: '2026-11-20T12:00:00.000Z' };
  const isOfferedAt = (time: string): boolean => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(time));
    return isWorthFixing(transaction);
  };
  expect(isOfferedAt('2026-11-23T11:59:00Z')).toBe(true);
  expect(isOfferedAt('2026-11-23T12:01:00Z')).toBe(false);
  vi.restoreAllMocks();
});
