import { createElement, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

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
  show,
  term,
  textOf,
  texts,
  toggle,
  type,
  type Replies,
  type Sent,
} from '#test/support/screen.ts';
import { OpenDepositsPanel } from '#web/features/deposits/open-deposits-panel.tsx';
import { AddFundsModal, type AddFundsPlace } from '#web/features/deposits/add-funds-modal.tsx';
import { AddressLine } from '#web/features/deposits/address-line.tsx';
import { CountdownClock } from '#web/features/deposits/countdown-clock.tsx';
import type { Deposit } from '#web/features/deposits/deposit-stage.ts';
import { DepositTimeline } from '#web/features/deposits/deposit-timeline.tsx';
import { ExchangeRateLine } from '#web/features/deposits/exchange-rate-line.tsx';
import { PayBox } from '#web/features/deposits/pay-box.tsx';
import { BalancePanel } from '#web/features/dashboard/balance-panel.tsx';
import { DashboardDialogs } from '#web/features/dashboard/dashboard-dialogs.tsx';
import { SpendingPanel } from '#web/features/dashboard/spending-panel.tsx';
import { UserDashboard } from '#web/features/dashboard/user-dashboard.tsx';
import { HistoryDrawer } from '#web/features/history/history-drawer.tsx';
import { SpendingPanel as SpendingByName } from '#web/features/history/spending-panel.tsx';
import { StatementPanel } from '#web/features/history/statement-panel.tsx';
import { PrintView } from '#web/features/activity/print-view.tsx';
import { TransactionsPanel } from '#web/features/activity/transactions-panel.tsx';
import { EarningsCards } from '#web/features/referrals/earnings-cards.tsx';
import { ReferralLinkPanel } from '#web/features/referrals/referral-link-panel.tsx';
import { ReferralNoticeModal } from '#web/features/referrals/referral-notice-modal.tsx';
import { ReferralPage } from '#web/features/referrals/referral-page.tsx';
import { RewardsTab } from '#web/features/referrals/rewards-tab.tsx';
import { sampleCard, sampleDeposits, sampleUser } from '#web/gallery/samples.ts';

const nothing = (): void => undefined;
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const user = { ...sampleUser, balance: 20_000, held: 0 };
const stats = {
  totalEarnings: 3_100,
  totalWithdrawn: 600,
  withdrawableAmount: 2_500,
  remainingToNextPayout: 1_000,
  pendingRequest: null,
};
const replies: Replies = {
  'GET /user': user,
  'GET /notifications/unread': { unread: 0 },
  'GET /status': { parts: [] },
  'GET /subscriptions': [],
  'GET /cards': [],
  'GET /transactions': [],
  'GET /referrals/stats': stats,
  'GET /referrals': { firstCardCreationReward: { earned: false, amount: 0 }, referrals: [] },
};
const written: string[] = [];
/** Presses a copy button, and returns what is on the clipboard then. */
async function copied(name: string | RegExp): Promise<string | undefined> {
  vi.stubGlobal('navigator', {
    onLine: true,
    clipboard: { writeText: async (text: string) => void written.push(text) },
  });
  await press(name);
  return written.at(-1);
}

afterEach(hide);

describe('Add Funds', () => {
  const goes: unknown[] = [];
  const at = (place: object, also: Replies = {}) =>
    show(
      AddFundsModal,
      { place, onGo: (to) => goes.push(to), onBack: (to, steps) => goes.push([to, steps]), onClose: nothing },
      { ...replies, 'GET /transactions/exchange-rate/USDC': { from: 'USDC', course: 0.5 }, ...also },
    );
  const refused = { 'POST /transactions': refusal(422, 'AmountTooSmall', 'Too little for this coin.') };

  it('sends the coin, the network that was chosen, and the amount', async () => {
    await at({ coin: 'USDC' }, { 'POST /transactions': { transaction: { _id: 'dep_9' }, paymentUrl: '' } });
    expect(describing('USD amount')).toBe('From $5.00 to $10,000.00.');
    await toggle('Polygon');
    expect(texts()).toContain('Send only USDC on Polygon');
    expect(textOf()).toContain('Payments on Polygon usually take up to 5 minutes.');
    await press('$500');
    expect(field('USD amount').value).toBe('500');
    expect(term('You send about')).toBe('1,000 USDC');
    await press('Continue');
    expect(changes()[0]?.body).toEqual({ currency: 'USDC', network: 'Polygon', amountInUsd: 50_000 });
    expect(goes.at(-1)).toEqual({ depositId: 'dep_9' });
  });

  it('says at the amount why it was refused, and not in a message as well', async () => {
    await at({ coin: 'USDC' }, refused);
    await type('USD amount', '20');
    await press('Continue');
    expect(describing('USD amount')).toContain('Too little for this coin.');
    expect(texts().filter((text) => text.includes('Too little'))).toHaveLength(1);
  });

  it('keeps neither the network nor the refusal of another coin', async () => {
    function Steps() {
      const [place, setPlace] = useState<AddFundsPlace>({ coin: 'USDC' });
      return createElement(AddFundsModal, { place, onGo: setPlace, onBack: setPlace, onClose: nothing });
    }
    await show(Steps, {}, { ...replies, ...refused });
    await toggle('Polygon');
    await press('$100');
    expect(field('USD amount').value).toBe('100');
    await press('Continue');
    expect(textOf()).toContain('Too little for this coin.');
    await press('Back');
    await press(/^USDT/);
    expect(textOf()).not.toContain('Too little for this coin.');
    await press('Continue');
    expect(changes().at(-1)?.body).toEqual({ currency: 'USDT', network: 'Arbitrum', amountInUsd: 10_000 });
  });

  it('begins a new quote with the coin of the one before', async () => {
    const id = 'dep_01J00000000000000000000001';
    const ended = { ...sampleDeposits[0], _id: id, currency: 'USDT', expiresAt: inMinutes(-1) };
    await at({ depositId: id }, { [`GET /transactions/${id}`]: ended });
    await press('Get a new quote');
    expect(goes.at(-1)).toEqual([{ coin: 'USDT' }, 1]);
  });

  it('says that a rate is missing', async () => {
    await show(
      ExchangeRateLine,
      { coin: 'USDC', amount: undefined },
      {
        'GET /transactions/exchange-rate/USDC': refusal(503, 'TemporarilyUnavailable', 'Later.'),
      },
    );
    expect(textOf()).toContain('The rate isn’t available right now.');
  });
});

describe('a deposit', () => {
  const [waiting] = sampleDeposits;
  if (!waiting) throw new Error('the gallery has no deposit');
  const inState = (id: string): Deposit => {
    const found = sampleDeposits.find(({ _id }) => _id === `dep_${id}`);
    if (!found) throw new Error(`the gallery has no deposit ${id}`);
    return found;
  };
  const timeline = (deposit: Deposit, also: Replies = {}, props: object = {}) =>
    show(
      DepositTimeline,
      { depositId: 'dep_1', onNewQuote: nothing, onCanceled: nothing, whenCredited: 'Load it now', ...props },
      { ...replies, 'GET /transactions/dep_1': deposit, ...also },
    );

  it('that is credited shows the balance, and the next step unless the account owes', async () => {
    await timeline({ ...inState('credited'), amountPaid: cents(12_500) });
    expect(textOf()).toContain('New balance$200.00');
    expect(textOf()).toContain('Load it now');
    await timeline(inState('credited'), { 'GET /user': { ...user, balance: -500 } });
    expect(textOf()).toContain('Your cards stay frozen until that’s paid.');
    expect(textOf()).not.toContain('Load it now');
  });

  it('whose quote has ended shows no address, and leads to a new quote', async () => {
    const onNewQuote = vi.fn();
    await timeline({ ...waiting, expiresAt: inMinutes(-1) }, {}, { onNewQuote });
    expect(textOf()).not.toContain('Copy address');
    expect(buttons('Copy address')).toHaveLength(0);
    await press('Get a new quote');
    expect(onNewQuote).toHaveBeenCalledOnce();
    await timeline(waiting);
    expect(buttons('Copy address')).toHaveLength(1);
    expect(buttons('Get a new quote')).toHaveLength(0);
  });

  it('is canceled once, leaves the list then, and says why it could not be', async () => {
    const onCanceled = vi.fn();
    await timeline(waiting, { 'POST /transactions/dep_1/cancel': {} }, { onCanceled });
    await press('Cancel deposit');
    expect(onCanceled).toHaveBeenCalledOnce();
    expect(readsOf('/transactions/dep_1')).toBe(2);
    await timeline(waiting, { 'POST /transactions/dep_1/cancel': refusal(409, 'Conflict', 'It is paid.') });
    await press('Cancel deposit');
    expect(texts()).toContain('It is paid.');
    await timeline({ ...waiting, canceledAt: inMinutes(-1) });
    expect(buttons('Cancel deposit')).toHaveLength(0);
  });

  it('has a reference for support', async () => {
    await timeline(waiting);
    expect(await copied('Copy reference')).toBe(waiting.tid);
  });

  it('that is paid in part asks for the rest alone', async () => {
    await show(PayBox, { deposit: inState('partial') });
    expect(textOf()).toContain('Send the rest0.00044553 BTC');
    expect(await copied('Copy amount')).toBe('0.00044553');
    expect(textOf()).toContain('BTC on Bitcoin only');
  });

  it('is paid to the address and the amount to the letter', async () => {
    await show(PayBox, {
      deposit: { ...waiting, payerAmount: '1234567.5', address: 'bc1Qxy2kgdYgjrsqtzq2n0yrf2493p83kkfjhx0wlh' },
    });
    expect(textOf()).toContain('Send exactly1,234,567.5 BTC');
    expect(await copied('Copy amount')).toBe('1234567.5');
    expect(await copied('Copy address')).toBe('bc1Qxy2kgdYgjrsqtzq2n0yrf2493p83kkfjhx0wlh');
    expect(await copied('Copy link to the payment page')).toBe(waiting.paymentUrl);
  });

  it('warns of an address that was replaced on the clipboard', async () => {
    await show(AddressLine, { address: '0xAbCdEf', network: 'Ethereum' });
    await type('Paste the address back from your wallet', '0xAbCdEe');
    expect(describing('Paste the address back from your wallet')).toContain('This is a different address.');
    expect(textOf()).not.toContain('The addresses match.');
    await type('Paste the address back from your wallet', '0xAbCdEf');
    expect(textOf()).toContain('The addresses match.');
  });

  it('holds its rate to the last second, and says when it ends', async () => {
    const now = Date.parse('2026-11-20T10:00:00.000Z');
    await show(CountdownClock, { endsAt: '2026-11-20T10:00:59.000Z', now });
    expect(textOf()).toContain('Rate held for 0:59');
    expect(textOf()).toContain('One minute left to pay.');
    await show(CountdownClock, { endsAt: '2026-11-20T10:00:00.000Z', now });
    expect(textOf()).toContain('This quote has expired');
  });

  it('that is open is listed with its sum, and opens; a list that failed is not waited for', async () => {
    const onOpen = vi.fn();
    const line = { ...waiting, _id: 'dep_7', amount: cents(2_500), failure: undefined } as never;
    await show(OpenDepositsPanel, { transactions: [line], hasFailed: false, onOpen, onAdd: nothing });
    expect(textOf()).toContain('$25.00');
    await press(/BTC on Bitcoin/);
    expect(onOpen).toHaveBeenCalledWith('dep_7');
    await show(OpenDepositsPanel, { transactions: undefined, hasFailed: true, onOpen, onAdd: nothing });
    expect(buttons('Add Money')).toHaveLength(1);
  });
});

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

describe('the referral program', () => {
  const page = (balance: number) => show(ReferralPage, {}, { ...replies, 'GET /user': { ...user, balance } });

  it('has an active link from exactly $50 on, and says below it what is missing', async () => {
    await page(5_000);
    expect(buttons('Copy referral link')[0]?.disabled).toBe(false);
    await page(4_999);
    expect(button('Copy referral link').disabled).toBe(true);
    expect(textOf()).toContain('You have $49.99: add $0.01 to activate it.');
  });

  it('promises what it pays', async () => {
    await show(ReferralLinkPanel, { link: 'https://satchel.test/signup?ref=usr_1', isActive: false });
    expect(texts()).toContain(
      'You earn $1.00 for every sign-up and $5.00 for every first card. Your friend gets $5.00 too.',
    );
    expect(button('Copy referral link').disabled).toBe(true);
  });

  it('shows earned, withdrawn and available sums, and takes one request at a time', async () => {
    await show(EarningsCards, {}, replies);
    expect(textOf()).toContain('Total Earnings$31.00$6.00 withdrawn so far');
    expect(textOf()).toContain('Available to Withdraw$25.00');
    expect(button('Withdraw').disabled).toBe(false);
    const pendingRequest = { amount: 5_000, requestedAt: inMinutes(-3) };
    await show(EarningsCards, {}, { ...replies, 'GET /referrals/stats': { ...stats, pendingRequest } });
    expect(textOf()).toContain('$50.00 requested');
    expect(button('Withdraw').disabled).toBe(true);
  });

  it('says which bonus is earned and which waits', async () => {
    const tab = (earned: boolean, referrals: readonly object[] = []) =>
      show(
        RewardsTab,
        { isActive: true, onLearnMore: nothing },
        {
          ...replies,
          'GET /referrals': { firstCardCreationReward: { earned, amount: 500 }, referrals },
        },
      );
    await tab(true);
    expect(texts()).toContain('$5.00 was added to your balance when you created your first card.');
    expect(textOf()).not.toContain('Credit Pending');
    await tab(false);
    expect(texts()).toContain('$5.00 Credit Pending');
    expect(textOf()).not.toContain('First card bonus earned');
  });

  it('gives the reason why a referral does not count, and offers what the balance allows', async () => {
    const notice = (outcome: object, balance: number) =>
      show(
        ReferralNoticeModal,
        { outcome: { attempted: true, ...outcome } as never, balance, onClose: nothing },
        replies,
      );
    await notice({ eligible: false, reason: 'The link was not active.' }, 0);
    expect(textOf()).toContain('The link was not active. You can still use your account as usual.');
    await notice({ eligible: true }, 1_501);
    expect(linkTo('Create Card')).toBe('/dashboard?create-card');
    await notice({ eligible: true }, 1_500);
    expect(linkTo('Add Money')).toBe('/dashboard?add-money');
  });
});

describe('the activity', () => {
  const line = {
    _id: 'mov_1',
    of: 'card',
    kind: 'purchase',
    state: 'completed',
    merchant: 'Corner Coffee',
    description: 'CORNER COFFEE',
    category: '',
    currency: 'USD',
    amount: -495,
    booked: -495,
    fee: 0,
    balanceAfter: 1_234,
    card: { _id: 'crd_1', name: 'Travel', last4Digits: '1111' },
    reference: 'ref_1',
    story: null,
    decline_reason: null,
    decline_code: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
  };
  const drawer = (more: object, story: readonly object[] = [], also: Replies = {}) =>
    show(
      HistoryDrawer,
      { row: { ...line, ...more } as never, story: story as never, onClose: nothing },
      { ...replies, ...also },
    );

  it('shows the balance after a line, why it was declined and why it failed', async () => {
    await drawer({});
    expect(term('Card balance after')).toBe('$12.34');
    await drawer({ state: 'declined', booked: 0, decline_reason: 'Declined: the card is frozen.' });
    expect(textOf()).toContain('Declined: the card is frozen. Nothing was charged.');
    await drawer({ of: 'account', kind: 'card_load', state: 'failed', failure: 'The issuer refused it.' });
    expect(textOf()).toContain('The issuer refused it.');
    const lines = [{ reference: 'ref_1', balance: 777, amount: 1 }];
    await drawer({ of: 'account', kind: 'deposit', balanceAfter: null }, [], {
      'GET /transactions/statement': { lines },
    });
    expect(term('Balance after')).toBe('$7.77');
  });

  it('tells the story of a purchase by what was booked', async () => {
    const story = [
      line,
      { ...line, _id: 'mov_2', kind: 'refund', amount: 495, booked: 200, createdAt: '2026-11-21T10:00:00.000Z' },
    ];
    await drawer({}, story);
    expect(textOf()).toContain('Refund +$2.00');
  });

  const transaction = {
    _id: 'mov_1',
    kind: 'card_load',
    type: 'debit',
    status: 'completed',
    amount: 5_250,
    amountPaid: 5_250,
    fee: 250,
    email: 'dana@example.com',
    description: 'Loaded Travel',
    tid: 'tid_1',
    cardId: 'crd_1',
    paymentUrl: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
  } as const;

  it('on paper sums what came in and what went out', async () => {
    vi.stubGlobal('print', nothing);
    const credit = {
      ...transaction,
      _id: 'dep_1',
      kind: 'deposit',
      type: 'credit',
      amount: 10_000,
      amountPaid: 10_000,
      fee: 0,
      status: 'paid',
    } as const;
    await show(PrintView, { rows: [transaction, credit] as never, byEmail: false, onDone: nothing }, replies);
    expect(texts()).toContain('2 transactions. Money in +$100.00 · Money out −$52.50');
    expect(texts()).toContain('−$52.50');
  });

  it('lists what was paid with its direction, why it failed, and the timeline of a deposit and its refund', async () => {
    const onOpenDeposit = vi.fn();
    const rows = [
      transaction,
      { ...transaction, _id: 'op_2', status: 'failed', amountPaid: 0, failure: 'The issuer refused it.' },
      { ...transaction, _id: 'dep_3', kind: 'deposit_refund', description: 'Refund of USDT' },
    ];
    const list = {
      rows,
      error: undefined,
      hasMore: false,
      isLoading: false,
      isSearching: false,
      reachedAt: undefined,
      retry: nothing,
      needMore: nothing,
      searchFurther: nothing,
    };
    const used = { filter: {}, query: {}, isFiltered: false, nowMs: 0, change: nothing, clear: nothing };
    await show(TransactionsPanel, {
      list,
      used,
      onOpenDeposit,
      onPrepareDeposit: nothing,
      onAddMoney: nothing,
    } as never);
    expect(texts()).toContain('−$52.50');
    expect(textOf()).toContain('The issuer refused it.');
    await press(/^Deposit refund/);
    expect(onOpenDeposit).toHaveBeenCalledWith('dep_3');
  });

  it('as a statement has all of its last day, by its own account', async () => {
    const asked: string[] = [];
    const statement = {
      from: '',
      to: '',
      opening: 100,
      closing: 250,
      moneyIn: 200,
      moneyOut: -50,
      fees: 0,
      lines: [
        {
          at: '2026-11-20T10:00:00.000Z',
          kind: 'deposit',
          description: 'd',
          reference: 'r',
          fee: 0,
          amount: 200,
          balance: 300,
        },
      ],
    };
    const answer = ({ path }: { path: string }) => {
      asked.push(path);
      return statement;
    };
    vi.stubGlobal('print', nothing);
    const cards = [
      { ...sampleCard, _id: 'crd_1', name: 'Old', status: 'deleted' },
      { ...sampleCard, _id: 'crd_2', name: 'New' },
    ];
    await show(
      StatementPanel,
      {},
      { ...replies, 'GET /cards': cards, 'GET /transactions/statement': answer, 'GET /cards/crd_2/statement': answer },
    );
    expect(textOf(field('For') as never)).toBe('Account balanceOld •••• 4821, deletedNew •••• 4821');
    await type('Month', '2026-02');
    expect(field('Last day').value).toBe('2026-02-28');
    await press('Print statement');
    const query = new URL(asked[0] ?? '', 'https://x').searchParams;
    expect(Date.parse(query.get('to') ?? '')).toBe(new Date(2026, 2, 1).getTime());
    await vi.waitFor(() =>
      expect(textOf()).toContain('Opening $1.00 · Money in +$2.00 · Money out −$0.50 · Closing $2.50'),
    );
    expect(texts()).toContain('$3.00');
    await type('Last day', '2026-01-01');
    expect(button('Download statement').disabled).toBe(true);
  });
});
