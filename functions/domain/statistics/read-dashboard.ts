import type * as z from 'zod/mini';
import type { DashboardStats } from '#shared/contract/admin.ts';
import type { Services } from '#functions/ports/services.ts';
import { statisticsShards } from '#functions/ports/store.ts';
import { describeStaffLine } from '#functions/domain/deposits/describe-deposit.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { totalRow } from './count-contributions.ts';
import { dayOf } from './day-of.ts';
import { growth } from './growth.ts';
import { sumOf } from './platform-sums.ts';

const daysShown = 7;
const leadersShown = 5;
const activityShown = 5;

/**
 * Reads the platform's statistics. Takes two round trips, however many users there are: first the counts and the newest
 * activity lines, then the addresses of the top five. Events of the last moments may be missing, because the stream
 * counts them.
 */
export async function readDashboard({
  store,
  clock,
}: Pick<Services, 'store' | 'clock'>): Promise<z.input<typeof DashboardStats>> {
  const nowMs = clock.now();
  const days = Array.from({ length: daysShown }, (_, index) => dayOf(nowMs - (daysShown - 1 - index) * dayMs));
  const rowKeys = [...days, totalRow].flatMap((day) =>
    Array.from({ length: statisticsShards }, (_, shard) => ({ day, shard })),
  );
  const [rows, leaders, recent] = await Promise.all([
    store.getMany('platformFigures', rowKeys),
    store.get('leaders', { board: 'funded' }),
    store.listAllActivity({ limit: activityShown }),
  ]);
  const first = leaders?.entries.slice(0, leadersShown) ?? [];
  const people = await store.getMany(
    'user',
    first.map(({ userId }) => ({ userId })),
  );

  const sumOn = (day: string) => sumOf(rows.filter((row) => row !== undefined).filter((row) => row.day === day));
  const perDay = days.map((date) => ({ date, ...sumOn(date) }));
  const total = sumOn(totalRow);
  const week = sumOf(perDay);
  return {
    totalUsers: total.usersRegistered,
    usersGrowth: growth(total.usersRegistered, week.usersRegistered),
    totalCards: total.cardsCreated,
    cardsGrowth: growth(total.cardsCreated, week.cardsCreated),
    totalPaidInvoices: total.paidInvoices,
    paidInvoicesGrowth: growth(total.paidInvoices, week.paidInvoices),
    totalFunds: total.fundedCents,
    fundsGrowth: growth(total.fundedCents, week.fundedCents),
    top5Users: first.map(({ userId, fundedCents }, index) => ({
      _id: userId,
      email: people[index]?.email ?? '',
      accountLoad: fundedCents,
    })),
    last7daysStats: perDay.map(({ date, usersRegistered, cardsCreated, paidInvoices }) => ({
      date,
      usersRegistered,
      cardsCreated,
      paidInvoices,
    })),
    recentTransactions: recent.items.map(describeStaffLine),
  };
}
