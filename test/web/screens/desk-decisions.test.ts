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
  press,
  readsOf,
  refusal,
  settle,
  show,
  term,
  textOf,
  texts,
  toggle,
  type,
  type Replies,
} from '#test/support/screen.ts';
import { person, replies, support } from '#test/support/screens/desk-replies.ts';
import { ProposeAdjustment } from '#web/features/admin/propose-adjustment.tsx';
import { EnterMove } from '#web/features/books/enter-move.tsx';
import { DepositDecision } from '#web/features/desk/deposit-decision.tsx';
import { OpenAdjustments } from '#web/features/desk/open-adjustments.tsx';
import { OpenMoves } from '#web/features/desk/open-moves.tsx';
import { OperationDecision } from '#web/features/desk/operation-decision.tsx';
import { sampleDeposits, sampleUser } from '#web/gallery/samples.ts';

const nothing = (): void => undefined;
const at = '2026-11-20T10:00:00.000Z';
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
    expect(textOf()).not.toContain('Two admins');
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
    // $100.01 more, because one admin added $100 alone before; and the second admin's click is the last one.
    expect(textOf()).toContain('Two admins have to make the same decision.');
    expect(textOf()).not.toContain('above $200');
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
    expect(textOf()).not.toContain('Two admins');
    await open({ needsSecond: true });
    await type('Decision', 'never');
    expect(textOf()).toContain('Two admins have to make the same decision.');
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

  it('says that another admin has to decide too', async () => {
    await open({ needsSecond: true }, { 'POST /admin/operations/op_1/decide': { status: 'waiting_for_second' } });
    await type('Decision', 'never');
    await type('Reason', 'The bank says so.');
    await press('Decide');
    expect(texts()).toContain('Your decision is stored. Another admin has to make the same one.');
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
    refusedOf: null,
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

  it('of refused money says that the balance stays as it is, before its approval and its reversal', async () => {
    const ofRefused = { ...adjustment, refusedOf: 'dep_1', link: 'dep_1:refused' } as const;
    const reversal = { ...ofRefused, direction: 'credit', reverses: 'adj_0', link: 'adj_0' } as const;
    const approved = { ...ofRefused, state: 'approved', decidedAt: at } as const;
    for (const [each, decision] of [
      [ofRefused, 'approve'],
      [reversal, 'approve'],
      [approved, 'reverse'],
    ] as const) {
      await open(each);
      await type('Decision', decision);
      expect(textOf()).toContain('Only the deposit’s refused money is moved.');
      expect(textOf()).not.toMatch(/from the balance|to the balance|given back/);
    }
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
