import type { ReplyOf } from '#shared/contract/index.ts';
import { cents, zero } from '#shared/money.ts';
import { AdminDashboard } from '#web/features/admin/admin-dashboard.tsx';
import { ActivityTable } from '#web/features/admin/activity-table.tsx';
import { StatCards } from '#web/features/admin/stat-cards.tsx';
import { FactorResetPanel } from '#web/features/admin/factor-reset-panel.tsx';
import { UserAccess } from '#web/features/admin/user-access.tsx';
import { UserStatistics } from '#web/features/admin/user-statistics.tsx';
import { UsersPage } from '#web/features/admin/users-page.tsx';
import { WeekPanel } from '#web/features/admin/week-panel.tsx';
import { Answers } from './answers.tsx';
import { sampleDeposits, sampleUser } from './samples.ts';
import { Chapter, Specimen } from './specimen.tsx';

const nothing = (): void => undefined;

const days = Array.from({ length: 7 }, (_, at) => ({
  date: new Date(Date.UTC(2026, 10, 15 + at)).toISOString().slice(0, 10),
  usersRegistered: [3, 5, 2, 8, 6, 9, 4][at] ?? 0,
  cardsCreated: [1, 3, 2, 4, 5, 3, 2][at] ?? 0,
  paidInvoices: [4, 6, 3, 7, 9, 8, 5][at] ?? 0,
}));
const stats: ReplyOf<'admin.dashboard'> = {
  totalUsers: 1204,
  usersGrowth: 12.5,
  totalCards: 811,
  cardsGrowth: -3,
  totalPaidInvoices: 3120,
  paidInvoicesGrowth: 0,
  totalFunds: cents(12_345_678),
  fundsGrowth: 4.2,
  top5Users: [{ _id: sampleUser._id, email: sampleUser.email, accountLoad: cents(90_000) }],
  last7daysStats: days,
  recentTransactions: sampleDeposits.slice(0, 5).map((each) => ({ ...each, userId: sampleUser._id })),
};
const none: ReplyOf<'admin.dashboard'> = {
  ...stats,
  top5Users: [],
  recentTransactions: [],
  last7daysStats: days.map((day) => ({ ...day, usersRegistered: 0, cardsCreated: 0, paidInvoices: 0 })),
};
const userStats: ReplyOf<'admin.user'> = {
  user: sampleUser,
  cards: { cardsCreated: 3, activeCards: 2, totalCardBalance: cents(8650) },
  transactions: {
    earnedFromCardCreation: cents(4500),
    earnedFromFundingFees: cents(1230),
    totalRevenue: cents(5730),
  },
  referrals: { totalReferrals: 4, totalReferralEarning: cents(900), totalReferralWithdrawn: zero },
  factorReset: null,
};
const proposedReset: NonNullable<ReplyOf<'admin.user'>['factorReset']> = {
  status: 'waiting_for_second',
  proposedBy: 'usr_2',
  proposedByEmail: 'ada@example.com',
  proposedAt: sampleUser.createdAt,
  reason: 'Lost the phone and the recovery codes. Identity checked by video call.',
  approvedBy: null,
  approvedByEmail: null,
  executesAt: null,
};
const approvedReset = {
  ...proposedReset,
  status: 'waiting',
  approvedBy: 'usr_3',
  executesAt: sampleUser.updatedAt,
} as const;
const suspended = { ...sampleUser, isSuspended: true, isTwoFactorEnabled: true };
const people: ReplyOf<'user.all'> = [
  sampleUser,
  { ...sampleUser, _id: 'usr_2', role: 'admin', isTwoFactorEnabled: true },
  { ...suspended, _id: 'usr_3', verified: false, firstname: '', lastname: '' },
  { ...suspended, _id: 'usr_4', closed: { at: sampleUser.updatedAt, unclaimed: sampleUser.held } },
];

/** The admins' views: the platform's numbers, its people and their activity, in each state. */
export function AdminChapter() {
  return (
    <Chapter title="Admin">
      <Specimen state="Statistics: up, down, level" wide>
        <StatCards stats={stats} />
      </Specimen>
      <Specimen state="Statistics: loading" wide>
        <StatCards stats={undefined} />
      </Specimen>
      <Specimen state="Week" wide>
        <WeekPanel days={days} />
      </Specimen>
      <Specimen state="Week: loading" wide>
        <WeekPanel days={undefined} />
      </Specimen>
      <Specimen state="Dashboard: nothing has happened" wide>
        <Answers answers={{ 'admin.dashboard': none }}>
          <AdminDashboard />
        </Answers>
      </Specimen>
      <Specimen state="Dashboard: failed" wide>
        <Answers answers={{ 'admin.dashboard': 'failed' }}>
          <AdminDashboard />
        </Answers>
      </Specimen>
      <Specimen state="Activity" wide>
        <ActivityTable
          caption="Sample activity lines"
          rows={stats.recentTransactions}
          loading={false}
          loadingRows={5}
          empty={null}
        />
      </Specimen>
      <Specimen state="Users" wide>
        <Answers answers={{ 'user.all': people }}>
          <UsersPage />
        </Answers>
      </Specimen>
      <Specimen state="Users: loading" wide>
        <Answers answers={{}}>
          <UsersPage />
        </Answers>
      </Specimen>
      <Specimen state="Users: failed" wide>
        <Answers answers={{ 'user.all': 'failed' }}>
          <UsersPage />
        </Answers>
      </Specimen>
      <Specimen state="Users: none found" wide>
        <Answers answers={{ 'user.all': [] }}>
          <UsersPage />
        </Answers>
      </Specimen>
      <Specimen state="Access: active account">
        <UserAccess user={sampleUser} userId={sampleUser._id} onChanged={nothing} />
      </Specimen>
      <Specimen state="Access: suspended account">
        <UserAccess user={suspended} userId={sampleUser._id} onChanged={nothing} />
      </Specimen>
      <Specimen state="Reset of factors: none">
        <FactorResetPanel reset={null} userId={sampleUser._id} onChanged={nothing} />
      </Specimen>
      <Specimen state="Reset of factors: waits for a second admin">
        <FactorResetPanel reset={proposedReset} userId={sampleUser._id} onChanged={nothing} />
      </Specimen>
      <Specimen state="Reset of factors: approved">
        <FactorResetPanel reset={approvedReset} userId={sampleUser._id} onChanged={nothing} />
      </Specimen>
      <Specimen state="Statistics of a person" wide>
        <UserStatistics stats={userStats} />
      </Specimen>
    </Chapter>
  );
}
