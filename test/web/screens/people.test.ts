import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '#shared/contract/index.ts';
import { cents } from '#shared/money.ts';
import {
  buttons,
  changes,
  field,
  hide,
  press,
  readsOf,
  refusal,
  show,
  term,
  terms,
  textOf,
  texts,
  toggle,
  type,
  type Replies,
} from '#test/support/screen.ts';
import { admin, replies, support } from '#test/support/screens/desk-replies.ts';
import { FactorResetPanel } from '#web/features/admin/factor-reset-panel.tsx';
import { HeldReferrals } from '#web/features/admin/held-referrals.tsx';
import { UserAccess } from '#web/features/admin/user-access.tsx';
import { UserPage } from '#web/features/admin/user-page.tsx';
import { UserStatistics } from '#web/features/admin/user-statistics.tsx';
import { sampleUser } from '#web/gallery/samples.ts';

const nothing = (): void => undefined;
const at = '2026-11-20T10:00:00.000Z';
afterEach(hide);

describe('the access of a person', () => {
  const access = (more: object, also: Replies = {}, onChanged: () => void = nothing) =>
    show(UserAccess, { user: { ...sampleUser, ...more }, userId: 'usr_ann', onChanged }, { ...replies, ...also });

  it('is suspended with a reason for the user and a note that never leaves', async () => {
    const onChanged = vi.fn();
    await access({}, { 'PATCH /admin/suspend/usr_ann': { ...sampleUser, isSuspended: true } }, onChanged);
    await type('Reason for the user (optional)', 'Unpaid fees.');
    await type('Internal note (optional)', 'Looks like fraud.');
    await press('Suspend Account');
    expect(changes()[0]?.body).toEqual({ suspended: true, reasonForUser: 'Unpaid fees.', note: 'Looks like fraud.' });
    expect(onChanged).toHaveBeenCalledOnce();
    expect(field('Internal note (optional)').value).toBe('');
  });

  it('is read again when another admin has changed it, and a refused switch goes back', async () => {
    await access(
      {},
      {
        'PATCH /admin/2fa/usr_ann': refusal(409, 'Conflict', 'Not now.'),
      },
    );
    await toggle('Two-Factor Authentication by email');
    expect(changes()[0]?.body).toEqual({ enabled: true });
    expect(texts()).toContain('Not now.');
    expect(field('Two-Factor Authentication by email').checked).toBe(false);
  });
});

describe('the page of a person', () => {
  const stats: ReplyOf<'admin.user'> = {
    user: {
      ...sampleUser,
      _id: 'usr_ann',
      balance: cents(1_234),
      held: cents(500),
      verified: true,
      mailReturned: 'complaint',
    },
    cards: { cardsCreated: 4, activeCards: 2, totalCardBalance: cents(8_000) },
    transactions: {
      earnedFromCardCreation: cents(3_000),
      earnedFromFundingFees: cents(450),
      totalRevenue: cents(3_450),
    },
    referrals: { totalReferrals: 5, totalReferralEarning: cents(2_600), totalReferralWithdrawn: cents(2_500) },
    factorReset: null,
  };
  const page = (user: Replies, shown = stats) =>
    show(
      UserPage,
      {},
      {
        ...user,
        'GET /admin/stats/user/usr_ann': shown,
        'GET /admin/user-file': [],
        'GET /admin/held-referrals': [],
      },
      '/users/usr_ann',
    );

  it('has the person’s own figures', async () => {
    await page(replies);
    expect(term('Balance')).toBe('$12.34 + $5.00 set aside');
    expect(term('Email verified')).toBe('Yes');
    expect(term('Emails arrive')).toBe('No, one was marked as spam');
    await show(UserStatistics, { stats });
    expect(terms()).toEqual({
      'Cards created': '4',
      'Active cards': '2',
      'Total card balance': '$80.00',
      'Earned from card creation': '$30.00',
      'Earned from funding fees': '$4.50',
      'Total revenue': '$34.50',
      'Total referrals': '5',
      'Total referral earning': '$26.00',
      'Total referral withdrawn': '$25.00',
    });
  });

  it('offers what the role may do, and nothing with the admin’s own account', async () => {
    await page(replies);
    expect(buttons('Suspend Account')).toHaveLength(1);
    expect(buttons('Propose Adjustment')).toHaveLength(1);
    await page(support);
    expect(buttons('Suspend Account')).toHaveLength(0);
    expect(buttons('Propose Adjustment')).toHaveLength(0);
    await page({ 'GET /user': { ...admin, _id: 'usr_ann' } });
    expect(buttons('Propose Adjustment')).toHaveLength(0);
  });

  it('offers nothing that is refused for a member of staff', async () => {
    await page(replies, { ...stats, user: { ...stats.user, role: 'admin', isTwoFactorEnabled: true } });
    expect(term('Role')).toBe('Admin');
    expect(buttons('Suspend Account')).toHaveLength(0);
    expect(texts()).not.toContain('Two-Factor Authentication by email');
  });

  it('is read again when a change is refused, because of another admin', async () => {
    await page({ ...replies, 'PATCH /admin/suspend/usr_ann': refusal(409, 'Conflict', 'Suspended already.') });
    await press('Suspend Account');
    expect(texts()).toContain('Suspended already.');
    expect(readsOf('/admin/stats/user/usr_ann')).toBe(2);
  });
});

describe('the reset of the factors of a person', () => {
  const reset = {
    proposedBy: 'usr_other',
    proposedByEmail: 'eve@example.com',
    proposedAt: at,
    reason: 'Lost.',
    approvedBy: null,
    approvedByEmail: null,
    executesAt: null,
  } as const;
  const panel = (shown: never, status: string) =>
    show(
      FactorResetPanel,
      { reset: shown, userId: 'usr_ann', onChanged: nothing },
      {
        ...replies,
        'POST /admin/factor-reset/usr_ann': { status },
      },
    );

  it('says whether it is proposed or approved', async () => {
    await panel(null as never, 'proposed');
    await type('Reason for the reset', 'Lost.');
    await press('Propose Reset');
    expect(texts()).toContain('The reset is proposed. Another admin has to approve it.');
    await panel(reset as never, 'waiting');
    await type('Reason for the reset', 'Lost.');
    await press('Approve Reset');
    expect(texts()).toContain('The reset is approved.');
    await panel({ ...reset, proposedBy: admin._id } as never, 'waiting');
    expect(buttons('Approve Reset')).toHaveLength(0);
  });
});

describe('held referrals', () => {
  const held = (referee: string) => ({
    referee,
    email: `${referee}@example.com`,
    signals: ['ring'],
    since: at,
    signedUpAt: at,
    signupReward: 'held',
  });
  const open = (staff = replies) =>
    show(
      HeldReferrals,
      { userId: 'usr_ann' },
      {
        ...staff,
        'GET /admin/held-referrals': [held('usr_1'), held('usr_2')],
        'POST /admin/held-referrals/usr_1/decide': {},
        'POST /admin/held-referrals/usr_2/decide': refusal(409, 'Conflict', 'Decided before.'),
      },
    );

  it('are decided one by one, and a refused decision is not counted', async () => {
    await open();
    await press('Decide All 2');
    await type('Decision', 'released');
    await type('Reason', 'By phone.');
    await press('Decide');
    expect(changes().map(({ body }) => body)).toEqual([1, 2].map(() => ({ outcome: 'released', reason: 'By phone.' })));
    expect(textOf()).toContain('Decided before.');
    expect(textOf()).not.toContain('2 referrals are released.');
  });

  it('are decided alone where one of them is reviewed', async () => {
    await open();
    await press('Review referral of usr_1@example.com');
    await type('Decision', 'refused');
    await type('Reason', 'The same person.');
    await press('Decide');
    expect(changes().map(({ path }) => path)).toEqual(['/admin/held-referrals/usr_1/decide']);
    await open(support);
    expect(buttons(/^Review|^Decide/)).toHaveLength(0);
  });
});
