import { afterEach, describe, expect, it } from 'vitest';
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
  type,
  type Replies,
  type Sent,
} from '#test/support/screen.ts';
import { person, replies, support } from '#test/support/screens/desk-replies.ts';
import { AdminDashboard } from '#web/features/admin/admin-dashboard.tsx';
import { AuditPage } from '#web/features/admin/audit-page.tsx';
import { activityColumns, type StaffTransaction } from '#web/features/admin/activity-columns.tsx';
import { StatCards } from '#web/features/admin/stat-cards.tsx';
import { UserFile } from '#web/features/admin/user-file.tsx';
import { UsersPage } from '#web/features/admin/users-page.tsx';
import { BooksScreen } from '#web/features/books/books-screen.tsx';
import { FloatPage } from '#web/features/float/float-page.tsx';
import { SettingsScreen } from '#web/features/steering/settings-screen.tsx';
import { DataTable } from '#web/ui/table.tsx';
import { sampleUser } from '#web/gallery/samples.ts';

const nothing = (): void => undefined;
const at = '2026-11-20T10:00:00.000Z';
afterEach(hide);

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
