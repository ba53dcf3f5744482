import { describe, expect, it } from 'vitest';
import { cents } from '#shared/money.ts';
import { refuseDebit, refuseDebt, refuseShortfall } from '#functions/domain/ledger/refusals.ts';
import { samples } from '#test/support/sample-entities.ts';

const thrownBy = (work: () => void): unknown => {
  try {
    work();
    return undefined;
  } catch (thrown) {
    return thrown;
  }
};

describe('a debtor', () => {
  it('spends nothing, even when the debt is one cent', () => {
    const thrown = thrownBy(() => refuseDebt({ ...samples.wallet, debtCents: cents(1) }));
    expect(thrown).toMatchObject({
      code: 'AccountInDebt',
      message: expect.stringContaining('owes $0.01, because a deposit'),
    });
  });

  it('spends nothing either when more is held than is owed', () => {
    const thrown = thrownBy(() => refuseDebt({ ...samples.wallet, debtCents: cents(1), heldCents: cents(2) }));
    expect(thrown).toMatchObject({ code: 'AccountInDebt' });
  });

  it('spends again once nothing is owed', () => {
    expect(thrownBy(() => refuseDebt({ ...samples.wallet, debtCents: cents(0) }))).toBeUndefined();
  });
});

describe('a balance', () => {
  it('that is exactly enough suffices', () => {
    expect(thrownBy(() => refuseShortfall({ availableCents: cents(2_000) }, cents(2_000)))).toBeUndefined();
  });

  it('that is one cent short does not suffice, and the refusal names both amounts', () => {
    expect(thrownBy(() => refuseShortfall({ availableCents: cents(1_999) }, cents(2_000)))).toMatchObject({
      code: 'InsufficientFunds',
      message: 'Your balance is $19.99 and this takes $20.00. Add funds and try again.',
    });
  });
});

describe("an admin's debit", () => {
  it('takes what the account has', () => {
    expect(thrownBy(() => refuseDebit({ availableCents: cents(2_000) }, cents(2_000)))).toBeUndefined();
  });

  it('of more than the account has is refused in words about the account, not about the admin', () => {
    expect(thrownBy(() => refuseDebit({ availableCents: cents(1_999) }, cents(2_000)))).toMatchObject({
      code: 'InsufficientFunds',
      message: 'This account has $19.99, and a debit takes at most that.',
    });
  });
});
