import { afterEach, describe, expect, it, vi } from 'vitest';
import { cents } from '#shared/money.ts';
import {
  button,
  buttons,
  hide,
  linkTo,
  press,
  show,
  textOf,
  texts,
  type Replies,
  type Sent,
} from '#test/support/screen.ts';
import { inMinutes, replies, stats, user } from '#test/support/screens/dashboard-replies.ts';
import { BalancePanel } from '#web/features/dashboard/balance-panel.tsx';
import { DashboardDialogs } from '#web/features/dashboard/dashboard-dialogs.tsx';
import { SpendingPanel } from '#web/features/dashboard/spending-panel.tsx';
import { UserDashboard } from '#web/features/dashboard/user-dashboard.tsx';
import { SpendingPanel as SpendingByName } from '#web/features/history/spending-panel.tsx';
import { sampleCard, sampleDeposits } from '#web/gallery/samples.ts';

const nothing = (): void => undefined;
afterEach(hide);

describe('the dashboard', () => {
  const cardsOf = (...more: readonly object[]) =>
    more.map((each, place) => ({ ...sampleCard, _id: `crd_${place}`, ...each }));
  const panel = (shown: object, more: object = {}) =>
    show(BalancePanel, {
      user: { balance: cents(0), held: cents(0), ...shown },
      canCreate: false,
      blockerId: 'why',
      onAddMoney: nothing,
      onCreateCard: nothing,
      onPrepareAdd: nothing,
      onPrepareCreate: nothing,
      ...more,
    });

  it('says what is on hold and what is owed, and why no card can be created', async () => {
    await panel({ balance: cents(1_000), held: cents(615) });
    expect(textOf()).toContain('$6.15 is on hold for pending operations.');
    expect(button('Create Card').disabled).toBe(true);
    expect(button('Create Card').getAttribute('aria-describedby')).toBe('why');
    await panel({ balance: cents(-800) });
    expect(textOf()).toContain('You owe $8.00:');
    expect(textOf()).not.toContain('on hold');
  });

  it('sums the spending of the month, and offers what a payment lacks', async () => {
    const cards = cardsOf(
      { name: 'Travel', balance: cents(1_210), limits: { ...sampleCard.limits, spentThisMonth: cents(1_000) } },
      { name: 'Groceries', limits: { ...sampleCard.limits, spentThisMonth: cents(250) } },
    );
    const netflix = {
      merchant: 'Netflix',
      cardId: 'crd_0',
      expectedCents: 1_549,
      nextAt: inMinutes(60),
      cadenceDays: 30,
      shortByCents: 339,
      mutedUntil: null,
    };
    // The first hours of the month in UTC, which are still the month before in America.
    const now = Date.parse('2026-11-01T01:00:00.000Z');
    await show(SpendingPanel, { cards: cards as never, now }, { ...replies, 'GET /subscriptions': [netflix] });
    expect(texts()).toContain('Spent in November');
    expect(texts()).toContain('$12.50');
    expect(linkTo('$12.10 on Travel: load $3.39')).toBe('/cards/crd_0?load=339');
    expect(textOf()).toContain('$25.00 of referral rewards is ready');
    await show(
      SpendingPanel,
      { cards: cards as never, now },
      { ...replies, 'GET /referrals/stats': { ...stats, withdrawableAmount: 0 } },
    );
    expect(textOf()).toContain('$10.00 to your next payout');
    expect(Array.from(globalThis.document.querySelectorAll('progress')).at(-1)?.getAttribute('value')).toBe('1500');
  });

  it('lists the spending of this month beside that of the month before, less what came back', async () => {
    const now = new Date();
    const line = (kind: string, booked: number, monthsAgo: number) => ({
      of: 'card',
      kind,
      booked,
      category: 'Travel',
      merchant: 'Rail',
      description: '',
      createdAt: new Date(now.getFullYear(), now.getMonth() - monthsAgo, 1).toISOString(),
    });
    const lines = [line('purchase', -1_250, 0), line('refund', 250, 0), line('purchase', -4_000, 1)];
    const search = (path: string) => new URL(path, 'https://satchel.test').searchParams;
    await show(
      SpendingByName,
      {},
      {
        ...replies,
        'GET /activity': ({ path }: Sent) => lines.filter(({ kind }) => search(path).get('kind')?.includes(kind)),
      },
    );
    await press('Show spending');
    expect(texts().filter((text) => text !== '')).toEqual(
      expect.arrayContaining(['Category', 'Travel', 'Merchant', 'Rail', '$10.00', '$40.00']),
    );
    expect(texts().slice(-3)).toEqual(['Rail', '$10.00', '$40.00']);
  });

  const dashboard = (person: object, also: Replies = {}) =>
    show(
      UserDashboard,
      { user: { ...user, ...person } as never },
      { ...replies, 'GET /user': { ...user, ...person }, ...also },
    );

  it('opens no blocked dialog from the first steps, and counts no debit as a deposit', async () => {
    const debit = {
      _id: 'mov_1',
      kind: 'adjustment',
      type: 'debit',
      status: 'completed',
      amount: 100,
      amountPaid: 100,
      fee: 0,
      email: '',
      description: '',
      tid: 't',
      cardId: null,
      paymentUrl: null,
      createdAt: inMinutes(-5),
      updatedAt: inMinutes(-5),
    };
    await dashboard({ balance: 1_000, held: 9_000 }, { 'GET /transactions': [debit] });
    await vi.waitFor(() => expect(textOf()).toContain('1 of 4 done'));
    // With money on hold the balance is too low anyway.
    expect(textOf()).toContain('A deposit of at least $20 is needed');
    expect(buttons('Create a card')).toHaveLength(0);
    expect(buttons('Load your card')).toHaveLength(0);
  });

  it('offers to load a card that is active', async () => {
    const cards = cardsOf({ name: 'Frozen one', status: 'freezed' }, { name: 'Travel' });
    const [deposit] = sampleDeposits.filter(({ _id }) => _id === 'dep_credited');
    await show(
      UserDashboard,
      { user: user as never },
      { ...replies, 'GET /cards': cards, 'GET /transactions/dep_credited': deposit },
      '/dashboard?deposit=dep_credited',
    );
    await vi.waitFor(() => expect(linkTo('Load Travel')).toBe('/cards/crd_1'));
  });

  it('leads from an ended quote to a new one', async () => {
    const onOpen = vi.fn();
    const ended = { ...sampleDeposits[0], _id: 'dep_1', expiresAt: inMinutes(-1) };
    await show(
      DashboardDialogs,
      {
        dialog: { kind: 'deposit', depositId: 'dep_1' },
        user: user as never,
        blocker: undefined,
        canCreate: true,
        cards: [],
        loadable: undefined,
        onOpen,
        onBack: nothing,
        onClose: nothing,
      },
      { ...replies, 'GET /transactions/dep_1': ended },
    );
    await vi.waitFor(() => button('Get a new quote'));
    await press('Get a new quote');
    expect(onOpen).toHaveBeenCalledWith({ kind: 'add-money' });
  });
});
