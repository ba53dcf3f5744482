import { afterEach, describe, expect, it, vi } from 'vitest';

import type { ReplyOf } from '#shared/contract/index.ts';
import { cents } from '#shared/money.ts';
import {
  button,
  buttons,
  changes,
  describing,
  field,
  hide,
  linkTo,
  press,
  readsOf,
  refusal,
  settle,
  show,
  term,
  terms,
  textOf,
  texts,
  toggle,
  type,
  type Replies,
  type Sent,
} from '#test/support/screen.ts';
import { AdminDashboard } from '#web/features/admin/admin-dashboard.tsx';
import { FactorResetPanel } from '#web/features/admin/factor-reset-panel.tsx';
import { HeldReferrals } from '#web/features/admin/held-referrals.tsx';
import { AuditPage } from '#web/features/admin/audit-page.tsx';
import { activityColumns, type StaffTransaction } from '#web/features/admin/activity-columns.tsx';
import { ProposeAdjustment } from '#web/features/admin/propose-adjustment.tsx';
import { StatCards } from '#web/features/admin/stat-cards.tsx';
import { UserAccess } from '#web/features/admin/user-access.tsx';
import { UserFile } from '#web/features/admin/user-file.tsx';
import { UserPage } from '#web/features/admin/user-page.tsx';
import { UserStatistics } from '#web/features/admin/user-statistics.tsx';
import { UsersPage } from '#web/features/admin/users-page.tsx';
import { BooksScreen } from '#web/features/books/books-screen.tsx';
import { EnterMove } from '#web/features/books/enter-move.tsx';
import { DeadLetters } from '#web/features/desk/dead-letters.tsx';
import { DepositDecision } from '#web/features/desk/deposit-decision.tsx';
import { DeskPage } from '#web/features/desk/desk-page.tsx';
import { OpenAdjustments } from '#web/features/desk/open-adjustments.tsx';
import { OpenBreaks } from '#web/features/desk/open-breaks.tsx';
import { OpenCases } from '#web/features/desk/open-cases.tsx';
import { OpenMoves } from '#web/features/desk/open-moves.tsx';
import { OperationDecision } from '#web/features/desk/operation-decision.tsx';
import { FloatPage } from '#web/features/float/float-page.tsx';
import { SettingsScreen } from '#web/features/steering/settings-screen.tsx';
import { DataTable } from '#web/ui/table.tsx';
import { sampleDeposits, sampleUser } from '#web/gallery/samples.ts';

const nothing = (): void => undefined;
const at = '2026-11-20T10:00:00.000Z';
const admin = {
  ...sampleUser,
  _id: 'usr_admin',
  email: 'boss@example.com',
  role: 'admin',
  staffRole: 'admin',
} as const;
const person = { userId: 'usr_ann', email: 'ann@example.com', name: 'Ann Lund' } as const;
const replies: Replies = { 'GET /user': admin };
const support: Replies = { 'GET /user': { ...admin, staffRole: 'support' } };

afterEach(hide);

describe('the decision on a deposit', () => {
  type File = ReplyOf<'admin.deposit'>;
  const [deposit] = sampleDeposits;
  if (!deposit) throw new Error('the gallery has no deposit');
  const file: File = {
    waiting: {
      ...person,
      _id: 'dep_1',
      amount: cents(10_000),
      credited: cents(10_000),
      frozen: cents(1_500),
      surplus: cents(40_000),
      refused: cents(0),
      currency: 'USDT',
      received: { amount: '500.00', coin: 'USDT' },
      status: 'paid_over',
      why: 'more than twice the invoice was paid',
      since: at,
      proposal: null,
    },
    deposit: { ...deposit, _id: 'dep_1' },
    provider: null,
    decision: {
      credit: true,
      refuse: true,
      creditMax: cents(50_000),
      kept: cents(10_000),
      aloneLeft: cents(20_000),
      closedBecause: null,
    },
  };
  const differing: File = {
    ...file,
    provider: {
      paymentId: 'p',
      status: 'paid_over',
      final: true,
      invoice: '100.00 USD',
      asked: null,
      received: null,
      network: null,
      address: null,
      sourceAddress: null,
      txid: null,
      mismatches: [{ name: 'network', words: 'it came on another network', acceptable: true }],
    },
  };
  const open = (shown: File, decided: unknown = { status: 'decided', deposit: shown.deposit }) =>
    show(
      DepositDecision,
      { depositId: 'dep_1', onClose: nothing },
      { ...replies, 'GET /admin/deposits/dep_1': shown, 'POST /admin/deposits/dep_1/decide': decided },
    );

  it('credits what is typed, and says what that changes', async () => {
    await open(file);
    await type('Decision', 'credit');
    await type('Credited in all', '250');
    expect(textOf()).toContain('$250.00 is credited in all: $150.00 more than the user can spend of it now.');
    expect(textOf()).not.toContain('a second admin');
    await type('Credited in all', '50');
    expect(textOf()).toContain('$50.00 is taken back from the user.');
    await type('Credited in all', '250');
    await type('Reason', 'Confirmed.');
    await press('Decide');
    expect(changes()[0]?.body).toEqual({ outcome: 'credit', reason: 'Confirmed.', creditCents: 25_000 });
    expect(texts()).toContain('The deposit is decided.');
  });

  it('is refused with what stays, what is dropped and what is taken back', async () => {
    await open(file);
    await type('Decision', 'refuse');
    expect(textOf()).toContain(
      '$100.00 stays credited, $400.00 of surplus is dropped, $15.00 that is frozen is taken back.',
    );
  });

  it('announces the second admin for what is above the bound, and shows the first one’s sum', async () => {
    await open({ ...file, decision: { ...file.decision, aloneLeft: cents(10_000) } });
    await type('Decision', 'credit');
    await type('Credited in all', '200.01');
    expect(textOf()).toContain('a second admin has to make the same decision');
    const proposal = { credit: cents(30_000), by: 'usr_other', byEmail: 'eve@example.com', reason: 'Seen.' } as const;
    await open({ ...file, waiting: { ...file.waiting, proposal } }, { status: 'waiting_for_second' });
    expect(textOf()).toContain('eve@example.com decided to credit $300.00 in all: Seen.');
    await type('Decision', 'credit');
    expect(field('Credited in all').value).toBe('300.00');
    await type('Reason', 'As above.');
    await press('Decide');
    expect(texts()).toContain('Your decision is stored. Another admin has to make the same one.');
  });

  it('accepts differences only when they are accepted by hand, and reads again when it is refused', async () => {
    await open(differing, refusal(409, 'Conflict', 'The provider says something new.'));
    await type('Decision', 'credit');
    await toggle('Accept the differences');
    expect(button('Decide').disabled).toBe(true);
    await toggle('Accept the differences');
    await type('Reason', 'Checked.');
    expect(button('Decide').disabled).toBe(true);
    await toggle('Accept the differences');
    await press('Decide');
    expect(changes()[0]?.body).toMatchObject({ accept: ['network'] });
    expect(readsOf('/admin/deposits/dep_1')).toBe(2);
  });

  it('is read, not made, by a role that may not', async () => {
    await show(
      DepositDecision,
      { depositId: 'dep_1', onClose: nothing },
      { ...support, 'GET /admin/deposits/dep_1': file },
    );
    expect(texts()).toContain('Your role can read this, not decide it.');
    expect(buttons('Decide')).toHaveLength(0);
  });
});

describe('the decision on an operation', () => {
  const operation: ReplyOf<'admin.operations'>[number] = {
    ...person,
    _id: 'op_1',
    kind: 'card_load',
    cardId: 'crd_1',
    amount: cents(5_000),
    fee: cents(250),
    attempts: 3,
    unresolved: 1,
    accepted: false,
    lastSentAt: null,
    lastAsk: null,
    nextAskAt: null,
    since: at,
    createdAt: at,
    outcomes: ['happened', 'never'],
    needsSecond: false,
    proposal: null,
  };
  const open = (more: Partial<typeof operation> = {}, also: Replies = {}, onClose = nothing) =>
    show(OperationDecision, { operation: { ...operation, ...more }, onClose }, { ...replies, ...also });

  it('says of a load what each outcome does', async () => {
    await open();
    await type('Decision', 'happened');
    expect(textOf(field('Decision'))).toContain('It happenedIt never happened');
    expect(textOf()).toContain('$50.00 is on the card, and the hold of $52.50 is spent.');
    await type('Decision', 'never');
    expect(textOf()).toContain('$52.50 that is held is free for the user again.');
    expect(textOf()).not.toContain('a second admin');
    await open({ needsSecond: true });
    await type('Decision', 'never');
    expect(textOf()).toContain('a second admin');
  });

  it('moves what is typed of a withdrawal', async () => {
    const decided = { 'POST /admin/operations/op_1/decide': { status: 'decided', state: 'settled' } };
    await open({ kind: 'card_withdrawal' }, decided);
    await type('Decision', 'never');
    expect(textOf()).toContain('$50.00 is back on the card.');
    await type('Decision', 'happened');
    await type('Amount moved', '50.01');
    expect(describing('Amount moved')).toContain('Enter an amount up to $50.00.');
    await type('Amount moved', '30');
    expect(textOf()).toContain('$30.00 reaches the user’s balance.');
    await type('Reason', 'The bank says so.');
    await press('Decide');
    expect(changes()[0]?.body).toEqual({ outcome: 'happened', reason: 'The bank says so.', movedCents: 3_000 });
    expect(texts()).toContain('The operation is decided.');
  });

  it('is not lost with its reason by Escape', async () => {
    const onClose = vi.fn();
    const escape = async (): Promise<void> => {
      document.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }));
      await settle();
    };
    await open({}, {}, onClose);
    await type('Reason', 'The bank says so.');
    await escape();
    expect(onClose).not.toHaveBeenCalled();
    expect(field('Reason').value).toBe('The bank says so.');
    await open({}, {}, onClose);
    await escape();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('ends when the issuer answers', async () => {
    const onClose = vi.fn();
    await open({}, { 'POST /admin/operations/op_1/ask': { verdict: 'ended', state: 'released' } }, onClose);
    await press('Ask the Issuer Again');
    expect(onClose).toHaveBeenCalledOnce();
    await open({}, { 'POST /admin/operations/op_1/decide': { status: 'ended_by_issuer', state: 'released' } });
    await type('Decision', 'never');
    await type('Reason', 'Old.');
    await press('Decide');
    expect(textOf()).toContain('The card issuer says that it never happened.');
  });
});

describe('an adjustment', () => {
  const adjustment: ReplyOf<'admin.adjustments'>[number] = {
    ...person,
    _id: 'adj_1',
    direction: 'debit',
    amount: cents(1_250),
    reason: 'Paid twice.',
    link: null,
    reverses: null,
    reversedBy: null,
    state: 'waiting',
    proposedBy: 'usr_other',
    proposedByEmail: 'eve@example.com',
    createdAt: at,
    expiresAt: at,
    decidedBy: null,
    decidedByEmail: null,
    decidedAt: null,
  };
  const open = (each: typeof adjustment, also: Replies = {}) =>
    show(
      OpenAdjustments,
      { open: each._id, onOpen: nothing, onClose: nothing },
      {
        ...replies,
        'GET /admin/adjustments?state=waiting': each.state === 'waiting' ? [each] : [],
        'GET /admin/adjustments': each.state === 'waiting' ? [] : [each],
        'GET /admin/stats/user/usr_ann': { user: { ...sampleUser, balance: -500 } },
        ...also,
      },
    );

  it('is shown with its sign and the balance of the person now', async () => {
    await open(adjustment);
    expect(texts()).toContain('−$12.50');
    expect(texts()).toContain('Take $12.50');
    expect(term('Balance now')).toBe('−$5.00');
    await type('Decision', 'approve');
    expect(textOf()).toContain('$12.50 is taken from the balance at once.');
  });

  it('is reversed by one in the other direction', async () => {
    await open(
      { ...adjustment, state: 'approved', direction: 'credit', decidedAt: at },
      {
        'POST /admin/adjustments': { ...adjustment },
      },
    );
    await type('Decision', 'reverse');
    await type('Reason', 'A slip.');
    await press('Propose Reversal');
    expect(changes()[0]?.body).toEqual({
      userId: 'usr_ann',
      amount: 1_250,
      direction: 'debit',
      reason: 'A slip.',
      link: 'adj_1',
    });
  });

  it('is proposed in the direction that is chosen, up to its bound, and refused at the field', async () => {
    const propose = (reply: unknown) =>
      show(
        ProposeAdjustment,
        { userId: 'usr_ann', closed: undefined },
        { ...replies, 'POST /admin/adjustments': reply },
      );
    await propose(refusal(400, 'ValidationFailed', 'No.', { fields: { link: 'is unknown', reason: 'is too long' } }));
    await type('What to do', 'debit');
    await type('Amount of the adjustment', '1000.01');
    await type('Reason of the adjustment', 'Twice.');
    expect(button('Propose Adjustment').disabled).toBe(true);
    await type('Amount of the adjustment', '12.50');
    await type('About (optional)', 'dep_1');
    await press('Propose Adjustment');
    expect(changes()[0]?.body).toEqual({
      userId: 'usr_ann',
      amount: 1_250,
      direction: 'debit',
      reason: 'Twice.',
      link: 'dep_1',
    });
    expect(describing('About (optional)')).toContain('This is unknown.');
    expect(describing('Reason of the adjustment')).toContain('This is too long.');
    await propose(refusal(422, 'InsufficientFunds', 'There is not that much.'));
    await type('Amount of the adjustment', '12.50');
    await type('Reason of the adjustment', 'Twice.');
    await press('Propose Adjustment');
    expect(describing('Amount of the adjustment')).toContain('There is not that much.');
  });
});

describe('a payout or top-up', () => {
  const move: ReplyOf<'admin.treasury'>[number] = {
    _id: 'trs_1',
    kind: 'top_up',
    direction: 'out',
    amount: cents(25_000),
    fee: cents(1_200),
    coin: null,
    coinAmount: null,
    reference: 'WIRE-7',
    reason: 'The week.',
    state: 'waiting',
    proposedBy: 'usr_admin',
    proposedByEmail: 'boss@example.com',
    createdAt: at,
    decidedBy: null,
    decidedAt: null,
  };
  const open = (each: typeof move) =>
    show(
      OpenMoves,
      { open: 'trs_1', onOpen: nothing, onClose: nothing },
      { ...replies, 'GET /admin/treasury': [each] },
    );

  it('is approved by another admin only, and shows its cost', async () => {
    await open(move);
    expect(term('Cost')).toBe('$12.00');
    expect(textOf(field('Decision'))).toBe('Choose…Withdraw');
    await open({ ...move, proposedBy: 'usr_other' });
    expect(textOf(field('Decision'))).toBe('Choose…ApproveReject');
  });

  it('is entered with its coin and its cost, and its fields are empty then', async () => {
    await show(
      EnterMove,
      {},
      {
        ...replies,
        'POST /admin/treasury': move,
        'GET /transactions/exchange-rate/USDT': { from: 'USDT', course: 1 },
      },
    );
    await type('What moved', 'payout');
    await type('Arrived', '250');
    await type('Cost beside it', '12');
    await type('Amount of the coin', '262');
    await type('Reference', 'WIRE-8');
    await type('Reason', 'The week.');
    await press('Propose');
    expect(changes()[0]?.body).toEqual({
      kind: 'payout',
      direction: 'out',
      amount: 25_000,
      fee: 1_200,
      coin: 'USDT',
      coinAmount: '262',
      reference: 'WIRE-8',
      reason: 'The week.',
    });
    expect(field('Arrived').value).toBe('');
  });
});

describe('the lists of the desk', () => {
  it('are those that the role may read, with the number that waits', async () => {
    const waiting = { count: 2, oldestAt: at };
    const desk = Object.fromEntries(
      ['deposits', 'operations', 'breaks', 'deadLetters', 'cases', 'adjustments', 'treasury'].map((kind) => [
        kind,
        waiting,
      ]),
    );
    await show(DeskPage, {}, { ...replies, 'GET /admin/desk': desk, 'GET /admin/deposits': [] });
    expect(globalThis.document.title).toBe('Desk (14) · Satchel');
    expect(buttons('Payouts and top-ups (2)')).toHaveLength(1);
    expect(linkTo('Float')).toBe('/admin/float');
    await show(DeskPage, {}, { ...support, 'GET /admin/desk': desk, 'GET /admin/deposits': [] });
    expect(buttons(/^Payouts/)).toHaveLength(0);
    expect(texts()).not.toContain('Float');
    expect(texts()).not.toContain('Books');
  });

  it('mark what the first of two admins has decided, and show what was received', async () => {
    const waiting: ReplyOf<'admin.deposits'>[number] = {
      ...person,
      _id: 'dep_1',
      amount: cents(1_000),
      credited: cents(0),
      frozen: cents(0),
      surplus: cents(0),
      refused: cents(0),
      currency: 'USDT',
      received: { amount: '60.00', coin: 'USDT' },
      status: 'paid_over',
      why: 'more came',
      since: at,
      proposal: null,
    };
    await show(DeskPage, {}, { ...replies, 'GET /admin/deposits': [waiting] });
    expect(texts()).toContain('60.00 USDT received');
    expect(textOf()).not.toContain('Needs a second admin');
    const proposal = { credit: cents(1), by: 'usr_other', byEmail: null, reason: null } as const;
    await show(DeskPage, {}, { ...replies, 'GET /admin/deposits': [{ ...waiting, proposal }] });
    expect(textOf()).toContain('Needs a second admin');
  });

  it('take a break over from the one who has it', async () => {
    const ticket = {
      ...person,
      _id: 'tkt_1',
      class: 'AMOUNT',
      part: 'issuer',
      subject: 'crd_1',
      cents: 250,
      proposal: 'Look.',
      evidence: {},
      takenBy: 'usr_other',
      takenByEmail: 'eve@example.com',
      existsSince: at,
      since: at,
      seenCount: 1,
      seenAt: at,
    };
    await show(
      OpenBreaks,
      { open: 'tkt_1', onOpen: nothing, onClose: nothing },
      {
        ...replies,
        'GET /admin/breaks': [ticket],
        'POST /admin/breaks/tkt_1/take': ticket,
      },
    );
    await press('Take Over from eve@example.com');
    expect(changes()[0]?.body).toEqual({ from: 'usr_other' });
  });

  it('say of a message that was set aside whether it was worked on', async () => {
    const sample = [
      { eventId: 'evt_1', sentAt: at, processedAt: null },
      { eventId: 'evt_2', sentAt: at, processedAt: at },
    ];
    await show(
      DeadLetters,
      {},
      { ...replies, 'GET /admin/dead-letters': [{ queue: 'payment-events', count: 2, sample }] },
    );
    expect(term('evt_1')).toContain('not worked on');
    expect(term('evt_2')).toContain('worked on since');
  });
});

describe('a case on the desk', () => {
  const file: ReplyOf<'admin.case'> = {
    _id: 'cas_1',
    state: 'waiting',
    reason: 'not_mine',
    card: { _id: 'crd_1', name: 'Travel', last4Digits: '1111' },
    reference: 'ref_1',
    merchant: 'Corner Coffee',
    amount: cents(500),
    refunded: cents(200),
    paidAt: at,
    closedBy: null,
    closingReason: null,
    createdAt: at,
    since: at,
    user: 'usr_ann',
    userEmail: 'ann@example.com',
    messages: [
      { from: 'cardholder', text: 'Not mine.', at, by: null },
      { from: 'support', text: 'We ask.', at, by: 'boss@example.com' },
    ],
  };

  it('names who wrote what, and refuses a reply at its field', async () => {
    await show(
      OpenCases,
      { open: 'cas_1', onOpen: nothing, onClose: nothing },
      {
        ...replies,
        'GET /admin/cases': [],
        'GET /admin/cases/cas_1': file,
        'POST /admin/cases/cas_1/messages': refusal(400, 'ValidationFailed', 'No.', {
          fields: { text: 'is too long' },
        }),
      },
    );
    expect(term('Refunded')).toBe('$2.00');
    expect(texts().find((text) => text.startsWith('Cardholder ·'))).toContain('Not mine.');
    expect(texts().find((text) => text.startsWith('Satchel (boss@example.com) ·'))).toContain('We ask.');
    await type('Decision', 'reply');
    await type('Reply', 'Hello.');
    await press('Send');
    expect(changes()[0]?.body).toEqual({ text: 'Hello.', seenMessages: 2 });
    expect(describing('Reply')).toContain('This is too long.');
  });
});

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
  });
});

describe('held referrals', () => {
  it('are decided one by one, and a refused decision is not counted', async () => {
    const held = (referee: string) => ({
      referee,
      email: `${referee}@example.com`,
      signals: ['ring'],
      since: at,
      signedUpAt: at,
      signupReward: 'held',
    });
    await show(
      HeldReferrals,
      { userId: 'usr_ann' },
      {
        ...replies,
        'GET /admin/held-referrals': [held('usr_1'), held('usr_2')],
        'POST /admin/held-referrals/usr_1/decide': {},
        'POST /admin/held-referrals/usr_2/decide': refusal(409, 'Conflict', 'Decided before.'),
      },
    );
    await press('Decide All 2');
    await type('Decision', 'released');
    await type('Reason', 'By phone.');
    await press('Decide');
    expect(changes().map(({ body }) => body)).toEqual([1, 2].map(() => ({ outcome: 'released', reason: 'By phone.' })));
    expect(textOf()).toContain('Decided before.');
    expect(textOf()).not.toContain('2 referrals are released.');
  });
});

describe('figures of the platform', () => {
  it('have the growth of their own, and funds in dollars', async () => {
    const stats = {
      totalUsers: 100,
      usersGrowth: 1,
      totalCards: 200,
      cardsGrowth: 2,
      totalPaidInvoices: 300,
      paidInvoicesGrowth: 3,
      totalFunds: 400_000,
      fundsGrowth: 4,
      top5Users: [],
      last7daysStats: [],
      recentTransactions: [],
    } as never;
    await show(StatCards, { stats });
    expect(texts().map((text) => text.replaceAll(' ', ''))).toEqual([
      'TotalUsers100+1%fromlastweek',
      'TotalCards200+2%fromlastweek',
      'TotalPaidInvoices300+3%fromlastweek',
      'TotalFunds$4,000.00+4%fromlastweek',
    ]);
  });

  it('of those who deposited most are in dollars', async () => {
    const stats = {
      top5Users: [{ _id: 'usr_ann', email: 'ann@example.com', accountLoad: 12_345 }],
      last7daysStats: [],
      recentTransactions: [],
    };
    await show(
      AdminDashboard,
      {},
      {
        ...replies,
        'GET /admin/stats/dashboard': {
          ...stats,
          totalUsers: 1,
          usersGrowth: 0,
          totalCards: 1,
          cardsGrowth: 0,
          totalPaidInvoices: 1,
          paidInvoicesGrowth: 0,
          totalFunds: 1,
          fundsGrowth: 0,
        },
      },
    );
    expect(texts()).toContain('$123.45');
  });

  it('of the users are each of that user', async () => {
    const user = { ...sampleUser, verified: false, isTwoFactorEnabled: true, balance: 4_200, held: 0 };
    await show(UsersPage, {}, { ...replies, 'GET /user/all': [user] });
    const cells = texts();
    expect(cells.slice(cells.indexOf('dana@example.com'), cells.indexOf('dana@example.com') + 6)).toEqual([
      'dana@example.com',
      'User',
      'No',
      expect.stringMatching(/mail|On/i),
      'Active',
      '$42.00',
    ]);
  });

  it('of the float say nothing of room before it was read, and since when loads are refused', async () => {
    const report = {
      balance: 100_000,
      at,
      held: 2_500,
      floor: 50_000,
      room: 47_500,
      meanDailyOut: 1_000,
      runwayDays: 47,
      breaker: 'open',
      breakerSince: at,
      isOld: false,
      hours: [],
    };
    await show(FloatPage, {}, { ...replies, 'GET /admin/float': report });
    expect(textOf()).toContain('$25.00 of it under way');
    expect(textOf()).toContain('At its floor since');
    await show(
      FloatPage,
      {},
      { ...replies, 'GET /admin/float': { ...report, balance: null, room: 0, breaker: 'closed' } },
    );
    expect(textOf()).not.toContain('$0.00above');
    expect(textOf()).not.toContain('At its floor since');
  });

  it('of the books compare ours with the providers’, and say whether the day is closed', async () => {
    const report = {
      day: '2026-11-20',
      state: 'open',
      asOf: at,
      tieOut: 0,
      deposits: [{ coin: 'USDT', count: 1, received: '10', credited: 1_000, refunded: 0, commission: 40 }],
      revenue: {
        cardFees: 1,
        loadFees: 2,
        gross: 3,
        providerFees: 4,
        issuerFees: 5,
        referrals: 6,
        adjustments: 7,
        net: 8,
      },
      balances: Object.fromEntries(
        [
          'float',
          'onCards',
          'toFetch',
          'provider',
          'bank',
          'debts',
          'available',
          'held',
          'unclaimed',
          'cards',
          'rewards',
          'suspense',
          'refused',
          'liabilities',
        ].map((name) => [name, 0]),
      ),
      comparison: { provider: [], issuer: { books: 1_100, theirs: 1_000, inTransit: 100, difference: 0 } },
    };
    await show(BooksScreen, { onBack: nothing }, { ...replies, 'GET /admin/reports/daily': report });
    expect(texts()).toContain('−$0.40');
    expect(terms()).toMatchObject({ 'Our books': '$11.00', 'Card issuer': '$10.00', 'In transit': '$1.00' });
    expect(textOf()).toContain('This day is still open.');
  });
});

describe('the settings of the platform', () => {
  const limits = (version: number, from: string) => ({
    version,
    from,
    balanceCents: cents(500_000),
    monthlySpendCents: cents(1_000_000),
  });
  const settings = {
    version: 3,
    switches: {
      signUp: true,
      deposits: true,
      cardCreation: true,
      load: true,
      withdrawal: true,
      referrals: true,
    },
    coinsOff: [],
    restrictedCountries: [],
    prices: [{ version: 0, from: at, cardFeeCents: 1_500, firstLoadCents: 500, loadPercent: 3, loadFixedCents: 100 }],
    limits: [limits(0, at), limits(1, '2099-01-01T00:00:00.000Z')],
    announcement: null,
    changedAt: null,
    changedBy: null,
    changedByEmail: null,
    reason: null,
    history: [],
  };
  const open = (who: Replies) =>
    show(
      SettingsScreen,
      { onBack: nothing },
      { ...who, 'GET /admin/settings': settings, 'PUT /admin/settings': refusal(409, 'Conflict', 'Read it again.') },
    );

  it('end an announcement after the hours that were chosen', async () => {
    await open(replies);
    await type('Announcement (optional)', 'Loads are slow.');
    await type('Shown', '4');
    await type('Reason of the change', 'The issuer is slow.');
    await press('Save');
    const body = changes()[0]?.body as { announcement: { until: string } } | undefined;
    const hours = (Date.parse(body?.announcement.until ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(3.9);
    expect(hours).toBeLessThanOrEqual(4.1);
    expect(readsOf('/admin/settings')).toBe(2);
  });

  it('keep the plans that are there when another is added', async () => {
    await open(replies);
    await type('Limits begin (UTC)', '2099-02-01T00:00');
    await type('Reason for these limits', 'More.');
    await press('Plan limits');
    const body = changes()[0]?.body as { limits: { from: string }[] } | undefined;
    expect(body?.limits.map(({ from }) => from)).toEqual([at, '2099-01-01T00:00:00.000Z', '2099-02-01T00:00Z']);
  });

  it('are read, not changed, by a role that may not', async () => {
    await open(support);
    expect(field('Loads').disabled).toBe(true);
    expect(buttons('Save')).toHaveLength(0);
    expect(buttons('Take back')).toHaveLength(0);
  });
});

describe('the audit log', () => {
  const entry = {
    _id: 'adt_1',
    at,
    actor: 'usr_admin',
    actorEmail: 'boss@example.com',
    kind: 'suspend',
    subject: 'usr_ann',
    subjectEmail: 'ann@example.com',
    about: null,
    reason: 'Asked by the police.',
    before: {},
    after: {},
    requestId: null,
  };

  it('names who did it, and is exported as it is filtered', async () => {
    const asked: string[] = [];
    const list = ({ path }: Sent): unknown => {
      asked.push(path);
      return [entry, { ...entry, _id: 'adt_2', actor: 'usr_ann', actorEmail: 'ann@example.com' }];
    };
    await show(AuditPage, {}, { ...replies, 'GET /admin/audit': list }, '/audit?kind=suspend');
    const cells = texts();
    expect(cells.filter((text) => text === 'User')).toHaveLength(1);
    expect(cells).toContain('boss@example.com');
    await press('Export CSV');
    expect(asked.length).toBeGreaterThan(1);
    for (const path of asked) expect(path).toContain('kind=suspend');
  });

  it('has the notes on a person apart, takes another, and is read again then', async () => {
    const asked: string[] = [];
    await show(
      UserFile,
      { userId: 'usr_ann' },
      {
        ...replies,
        'GET /admin/audit': ({ path }: Sent) => {
          asked.push(path);
          return [{ ...entry, kind: 'note', after: { note: 'Called twice.' } }];
        },
        'POST /admin/users/usr_ann/notes': () => new Response(null, { status: 204 }),
      },
      '/users/usr_ann?tab=notes',
    );
    expect(textOf()).toContain('Called twice.');
    expect(asked[0]).toContain('kind=note');
    await type('New note', 'Called again.');
    await press('Add Note');
    expect(changes()[0]?.body).toEqual({ text: 'Called again.' });
    expect(field('New note').value).toBe('');
    expect(asked).toHaveLength(2);
  });

  it('of a file has its amounts', async () => {
    const line = {
      _id: 'op_1',
      at,
      title: 'Load',
      state: 'completed',
      amount: null,
      facts: [{ label: 'Fee', amount: 250 }],
    };
    await show(
      UserFile,
      { userId: 'usr_ann' },
      { ...replies, 'GET /admin/user-file': [line] },
      '/users/usr_ann?tab=operations',
    );
    expect(term('Fee')).toBe('$2.50');
  });
});

it('a line of anybody’s activity has the direction of its money, and why it failed', async () => {
  const line = {
    ...person,
    _id: 'op_1',
    tid: 'T-1',
    kind: 'card_load',
    type: 'debit',
    status: 'failed',
    amount: 5_000,
    amountPaid: 5_250,
    cardId: null,
    description: 'Load of card 4242',
    failure: 'The issuer refused it.',
    createdAt: at,
  };
  await show(
    DataTable<StaffTransaction>,
    { caption: 'Activity', columns: activityColumns, rows: [line as never], rowKey: ({ _id }) => _id },
    replies,
  );
  expect(texts()).toContain('−$52.50');
  expect(textOf()).toContain('The issuer refused it.');
});
