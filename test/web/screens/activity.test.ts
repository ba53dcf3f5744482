import { afterEach, describe, expect, it, vi } from 'vitest';
import { button, field, hide, press, show, term, textOf, texts, type, type Replies } from '#test/support/screen.ts';
import { replies } from '#test/support/screens/dashboard-replies.ts';
import { HistoryDrawer } from '#web/features/history/history-drawer.tsx';
import { StatementPanel } from '#web/features/history/statement-panel.tsx';
import { PrintView } from '#web/features/activity/print-view.tsx';
import { TransactionsPanel } from '#web/features/activity/transactions-panel.tsx';
import { sampleCard } from '#web/gallery/samples.ts';

const nothing = (): void => undefined;
afterEach(hide);

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
