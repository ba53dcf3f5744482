import type { Coin } from '#shared/catalogue.ts';
import { zero } from '#shared/money.ts';
import type { Id } from '#shared/ids.ts';
import type { JournalRecord } from '#functions/ports/entities/books.ts';
import type { ByCoin, DailyReport, TieOut } from '#functions/ports/entities/reports.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, journalShards, statisticsShards, update, WriteConflict, type Write } from '#functions/ports/store.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { totalRow } from '#functions/domain/statistics/count-contributions.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { dayMs, hourMs } from '#functions/domain/durations.ts';
import { addRecords, addSums, coinsAfter, noTotals, type DayTotals } from './day-totals.ts';
import { readFigures } from './read-figures.ts';
import { tieOut, withSince, type Figures } from './tie-out.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'log' | 'issuer' | 'payments'>;

/** The counts of a run. */
export type BooksReport = { readonly closed: number; readonly records: number; readonly tieOutCents: number };

/** The slot of the day that still grows. */
export const openSlot = 'open';

/** The slot of the day after the open one. That day begins before the open one is closed. */
export const nextSlot = 'next';

/** Delay after its end before a day is closed, in milliseconds: the journal's list is complete by then. */
const closedAfterMs = hourMs;

/**
 * Time for which a difference may come from money in transit, in milliseconds. A day that does not tie is closed this
 * time after its end.
 */
export const transitMs = 6 * hourMs;

/** Delay before a difference is checked again, in milliseconds, so that work in flight can land. */
const recheckDelayMs = 3_200;

/** Time after which an invocation leaves the other days to the next, in milliseconds; the function has 15 minutes. */
export const budgetMs = 12 * 60_000;

/** Maximum number of records in one read of the journal. */
export const pageSize = 500;

type Open = Omit<DailyReport, 'version'> & { readonly version: number | undefined };

/**
 * Sums the journal by days and compares the books with the providers' own figures. A day is stored for good an hour
 * after its end, or up to six hours while it does not tie. It never changes afterwards: a later correction is in the
 * day on which it is posted. The first run begins with the first day. Any number of runs may be under way: the first to
 * store counts. It reads by days and keys only.
 */
export async function closeBooks(needs: Needs): Promise<BooksReport> {
  const { store, clock, log } = needs;
  const untilMs = clock.now() + budgetMs;
  const [stored, storedNext] = await store.getMany('dailyReport', [{ slot: openSlot }, { slot: nextSlot }]);
  let open: Open = stored ?? beginning(await firstDay(needs));
  const report = { closed: 0, records: 0, tieOutCents: 0 };
  const today = dayOf(clock.now());
  try {
    // Earlier days are closed without a comparison: the providers were not read on them.
    while (isOver(nextDay(open.day), clock.now())) {
      open = await close(needs, open, await totalsOf(needs, open.day, undefined), undefined);
      report.closed += 1;
      if (clock.now() > untilMs) return report;
    }
    let now = await look(needs, open, today);
    if (now.tie.amountCents !== 0) {
      await clock.sleep(recheckDelayMs);
      now = await look(needs, open, today);
    }
    const [first = noTotals, second] = now.totals;
    const isTied = now.tie.amountCents === 0 && now.tie.issuer !== undefined && now.tie.provider !== undefined;
    const isLate = clock.now() >= endOf(open.day) + transitMs;
    if (isOver(open.day, clock.now()) && (isTied || isLate)) {
      if (now.tie.issuer === undefined || now.tie.provider === undefined)
        log.error('day closed without a comparison', { day: open.day });
      open = await close(needs, open, first, now.tie);
      report.closed += 1;
      await store.commit([grown(open, second ?? noTotals, now.tie)]);
    } else {
      const next = second && { ...following(open, first, nextSlot), version: storedNext?.version };
      await store.commit([grown(open, first, now.tie), ...(next ? [grown(next, second, now.tie)] : [])]);
    }
    report.records = first.records + (second?.records ?? 0);
    report.tieOutCents = now.tie.amountCents;
    if (now.tie.amountCents !== 0)
      log.warn('the books do not tie', { tieOutCents: now.tie.amountCents, day: open.day });
    return report;
  } catch (thrown) {
    if (!(thrown instanceof WriteConflict)) throw thrown;
    log.info('books closed by another run', {});
    return report;
  }
}

/** Sums the open day and those after it, and compares all of them with the providers. */
async function look(
  needs: Needs,
  open: Open,
  today: string,
): Promise<{ readonly totals: readonly DayTotals[]; readonly tie: TieOut }> {
  const figures = await readFigures(needs);
  const totals: DayTotals[] = [];
  for (let day = open.day; day <= today; day = nextDay(day)) totals.push(await totalsOf(needs, day, figures.atMs));
  const balances = addSums(open.opening, ...totals.map(({ moved }) => moved));
  const coins = totals.reduce<ByCoin<string>>((held, each) => coinsAfter(held, each.coins), open.openingCoins);
  const books = { floatCents: balances[account.issuerFloat] ?? zero, coins };
  const unpriced = tieOut(books, { ...figures, rates: {} });
  const differing = (unpriced.provider ?? []).filter(({ worthCents }) => worthCents !== 0).map(({ coin }) => coin);
  const tie = tieOut(books, { ...figures, rates: await ratesOf(needs, differing) });
  return { totals, tie: withSince(tie, open.tie) };
}

async function ratesOf({ payments }: Needs, coins: readonly Coin[]): Promise<Figures['rates']> {
  const rates: Partial<Record<Coin, string>> = {};
  for (const coin of coins) {
    const answer = await payments.readRate(coin);
    if (answer.outcome === 'success' && answer.value !== undefined) rates[coin] = answer.value;
  }
  return rates;
}

/** Sums a day of the journal, up to a moment if one is given. */
async function totalsOf({ store }: Needs, day: string, throughMs: number | undefined): Promise<DayTotals> {
  let totals = noTotals;
  for (let shard = 0; shard < journalShards; shard += 1) {
    let cursor: string | undefined;
    do {
      const page = await store.listJournal(day, shard, { limit: pageSize, cursor });
      const records = page.items.filter(({ atMs }) => throughMs === undefined || atMs <= throughMs);
      const coins = await coinsOf(store, records);
      totals = addRecords(totals, records, ({ cause }) => coins.get(cause));
      cursor = page.cursor;
    } while (cursor !== undefined);
  }
  return totals;
}

/**
 * Reads the coins of the deposits that caused records, for records that name no coin themselves: the coin that came,
 * where staff accepted another one than was asked for.
 */
async function coinsOf(store: Needs['store'], records: readonly JournalRecord[]): Promise<Map<string, Coin>> {
  const causes = records.filter(({ kind, coins }) => kind.startsWith('deposit_') && coins === undefined);
  const ids = [...new Set(causes.map(({ cause }) => cause))].filter((id): id is Id<'deposit'> => id.startsWith('dep_'));
  const deposits = await store.getMany(
    'deposit',
    ids.map((depositId) => ({ depositId })),
  );
  return new Map(
    deposits.flatMap((deposit) => (deposit ? [[deposit.depositId, deposit.booked?.coin ?? deposit.coin]] : [])),
  );
}

/** Stores a day for good and begins the next one with its closing balances, in one write. Returns the next day. */
async function close(needs: Needs, open: Open, totals: DayTotals, tie: TieOut | undefined): Promise<Open> {
  const { store, clock, log } = needs;
  const closedAtMs = clock.now();
  const asOfMs = endOf(open.day);
  const next = following(open, totals, openSlot);
  await store.commit([
    insert('dailyReport', { ...open, ...totals, slot: open.day, tie, asOfMs, closedAtMs, version: 1 }),
    replaced(open, next),
  ]);
  log.info('day closed', { day: open.day, records: totals.records, tieOutCents: tie?.amountCents ?? 0 });
  return { ...next, version: (open.version ?? 0) + 1 };
}

/** Returns the write of a day that still grows, with its present totals. */
function grown(open: Open, totals: DayTotals, tie: TieOut): Write {
  return replaced(open, { ...open, ...totals, tie, asOfMs: tie.atMs });
}

/** Returns the day after a day, which begins with the balances that the day ends with. */
export function following(
  day: Pick<DailyReport, 'day' | 'opening' | 'openingCoins'>,
  totals: Pick<DayTotals, 'moved' | 'coins'>,
  slot: string,
): Open {
  return {
    ...beginning(nextDay(day.day)),
    slot,
    opening: addSums(day.opening, totals.moved),
    openingCoins: coinsAfter(day.openingCoins, totals.coins),
  };
}

function replaced({ version }: Open, next: Open): Write {
  const { version: _, ...fields } = next;
  return version === undefined
    ? insert('dailyReport', { ...fields, version: 1 })
    : update('dailyReport', { ...fields, version }, fields);
}

function beginning(day: string): Open {
  const nothing = { opening: {}, openingCoins: {}, ...noTotals, tie: undefined, closedAtMs: undefined };
  return { slot: openSlot, day, ...nothing, asOfMs: Date.parse(day), version: undefined };
}

/** Returns the first day with statistics; today on a platform without any. */
async function firstDay({ store, clock }: Needs): Promise<string> {
  const days = [dayOf(clock.now())];
  for (let shard = 0; shard < statisticsShards; shard += 1)
    for (const { day } of await store.listPlatformStatistics(shard)) if (day !== totalRow) days.push(day);
  return days.toSorted()[0] ?? dayOf(clock.now());
}

function nextDay(day: string): string {
  return dayOf(Date.parse(day) + dayMs);
}

function endOf(day: string): number {
  return Date.parse(day) + dayMs;
}

/** True for a day that takes no more records, and whose list is complete. */
function isOver(day: string, nowMs: number): boolean {
  return nowMs >= endOf(day) + closedAfterMs;
}
