import type { Cents } from '#shared/money.ts';
import { cents, least, minus, sum, zero } from '#shared/money.ts';
import type { FloatHour, FloatReading } from '#functions/ports/entities/float.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, journalShards, update, WriteConflict, type Write } from '#functions/ports/store.ts';
import { account } from '#functions/domain/ledger/chart.ts';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { measureOperations } from '../operations/measure-operations.ts';
import { floatRef, headroomOf, isOpenAt } from './breaker.ts';
import { hourOf, hoursBetween, hourStartMs, lastHours, meanDailyOut, runwayDaysOf } from './runway.ts';

/** Without `metrics` (a reading made during other work), nothing is measured. */
type Needs = Pick<Services, 'store' | 'clock' | 'log' | 'issuer'> & Partial<Pick<Services, 'metrics'>>;

/** The counts of a run. `read` is 0 when the issuer did not answer, or another run was faster. */
export type FloatReport = { readonly read: 0 | 1 };

const { key } = floatRef;

/** Retention of an hour of the float, in milliseconds. */
const hourKeptMs = 35 * dayMs;

/** Maximum number of open operations that are counted, per shard. */
const heldMax = 2_500;

/**
 * Time after which a journal record is surely in the journal's list, in milliseconds. Until then, its hour is counted
 * again.
 */
const journalLagMs = 10 * 60_000;

/** Maximum time for which hours without a run are counted later, in milliseconds: a weekend. All are stored by one write. */
const catchUpMs = 3 * dayMs;

/** Age below which a reading is not repeated, in milliseconds. */
const justReadMs = 10_000;

const pageSize = 500;

/**
 * Reads our float at the issuer and stores it with the amount held by open operations, the mean daily outflow of seven
 * days and the breaker's state. Any number of runs may be under way: of two, the first one to store counts.
 */
export async function readFloat(needs: Needs, floorCents: Cents): Promise<FloatReport> {
  const { store, clock, log, issuer } = needs;
  const before = await store.get('float', key);
  // Read before the balance: an operation that ends between the two is counted twice for one reading instead of never.
  const open = await listOpen(needs);
  const heldCents = sum(...open.filter(takesFromFloat).map(({ amountCents }) => amountCents));
  const atMs = clock.now();
  const answer = await issuer.readFloat();
  if (answer.outcome !== 'success') {
    const level = answer.outcome === 'fault' ? 'error' : 'warn';
    log[level]('float not read', { outcome: answer.outcome, detail: answer.detail });
    return { read: 0 };
  }
  const balanceCents = answer.value;
  const fromMs = before ? Math.max(before.atMs - journalLagMs, atMs - catchUpMs) : atMs;
  const outflow = await outflowSince(needs, fromMs, atMs);
  const week = lastHours(atMs);
  const [oldest = hourOf(atMs)] = week;
  const isSameHour = before !== undefined && hourOf(before.atMs) === hourOf(atMs);
  const some = await knownHours(needs, [...outflow.keys(), ...(isSameHour ? [oldest] : week)]);
  // Within an hour, the mean of seven days changes only by the outflow of the hours counted now. Otherwise all hours
  // are read.
  const movedFrom = isSameHour && some.has(oldest) ? before.meanDailyOutCents : undefined;
  const known = movedFrom === undefined && isSameHour ? await knownHours(needs, [...outflow.keys(), ...week]) : some;
  const knownCents = sum(...[...outflow.keys()].map((hour) => known.get(hour)?.outCents ?? zero));
  // Hours before the first reading stay unknown.
  const firstHour = hourOf(before?.atMs ?? atMs);
  const counted = [...outflow].filter(([hour]) => hour >= firstHour || known.has(hour));
  const hours = counted.map(([hour, outCents]): { readonly write: Write; readonly value: FloatHour } => {
    const was = known.get(hour);
    const isNow = hour === hourOf(atMs);
    const value: FloatHour = {
      hour,
      balanceCents: isNow ? balanceCents : was?.balanceCents,
      lowestCents: isNow ? least(balanceCents, was?.lowestCents ?? balanceCents) : was?.lowestCents,
      outCents,
      expiresAtMs: atMs + hourKeptMs,
      version: 1,
    };
    return { value, write: was ? update('floatHour', was, { ...value }) : insert('floatHour', value) };
  });
  const countedCents = sum(...hours.map(({ value }) => value.outCents));
  for (const { value } of hours) known.set(value.hour, value);
  const bounds = { balanceCents, heldCents, floorCents };
  const isOpen = isOpenAt(bounds);
  const reading: Omit<FloatReading, 'version'> = {
    ...key,
    ...bounds,
    meanDailyOutCents:
      movedFrom === undefined
        ? meanDailyOut([...known.values()], atMs)
        : sum(movedFrom, cents(Math.round(minus(countedCents, knownCents) / 7))),
    atMs,
    isOpen,
    sinceMs: before?.isOpen === isOpen ? before.sinceMs : atMs,
  };
  try {
    await store.commit([
      before ? update('float', before, reading) : insert('float', { ...reading, version: 1 }),
      ...hours.map(({ write }) => write),
    ]);
  } catch (thrown) {
    if (!(thrown instanceof WriteConflict)) throw thrown;
    log.info('float read by another run', {});
    return { read: 0 };
  }
  const runwayDays = runwayDaysOf(reading);
  // Alarms are based on this log line: infra/aws/float-alarms.ts.
  log.info('float read', {
    balanceCents,
    heldCents,
    headroomCents: headroomOf(bounds),
    breaker: isOpen ? 1 : 0,
    ...(runwayDays === undefined ? {} : { runwayDays }),
  });
  needs.metrics?.put('FloatCents', 'balance', balanceCents);
  needs.metrics?.put('FloatCents', 'held', heldCents);
  needs.metrics?.put('FloatCents', 'headroom', headroomOf(bounds));
  return { read: 1 };
}

/**
 * Reads the float again after the issuer refused something because our float was too small, so that the breaker need
 * not wait for the next run. Does nothing without an earlier reading, or when that one is seconds old. Never throws.
 */
export async function rereadFloat(needs: Needs): Promise<void> {
  try {
    const before = await needs.store.get('float', key);
    if (before === undefined || needs.clock.now() - before.atMs < justReadMs) return;
    await readFloat(needs, before.floorCents);
  } catch (thrown) {
    needs.log.warn('float not read', { detail: failureMessage(thrown) });
  }
}

/** Lists the open operations, as far as the list of due operations knows them. */
async function listOpen({ store, clock, log, metrics }: Needs): Promise<readonly Operation[]> {
  // Every open operation is driven again within a day.
  const open = await store.listDueOperations(clock.now() + 30 * dayMs, heldMax);
  if (open.length >= heldMax)
    log.warn('more is under way than one reading of the float counts', { count: open.length });
  if (metrics) measureOperations(metrics, open, clock.now());
  return open;
}

function takesFromFloat({ kind, state }: Operation): boolean {
  return (kind === 'card_load' || kind === 'card_creation') && state !== 'settled' && state !== 'released';
}

/** Sums the net outflow by our books for each hour, in cents, from the hour of `fromMs` on. */
async function outflowSince({ store }: Needs, fromMs: number, nowMs: number): Promise<Map<string, Cents>> {
  const hours = hoursBetween(fromMs, nowMs);
  const outflow = new Map<string, Cents>(hours.map((hour) => [hour, zero]));
  const startMs = hourStartMs(hours[0] ?? hourOf(nowMs));
  const days = new Set(hours.map((hour) => dayOf(hourStartMs(hour))));
  const shards = [...days].flatMap((day) => Array.from({ length: journalShards }, (_, shard) => ({ day, shard })));
  await Promise.all(
    shards.map(async ({ day, shard }) => {
      let cursor: string | undefined;
      do {
        const page = await store.listJournal(day, shard, { limit: pageSize, cursor, fromMs: startMs });
        for (const { atMs, legs } of page.items) {
          // A top-up, or its reversal, is our own money from or to the bank: it is no outflow.
          if (legs.some((leg) => leg.account === account.bank)) continue;
          const hour = hourOf(atMs);
          const intoCents = sum(
            ...legs.filter((leg) => leg.account === account.issuerFloat).map((leg) => leg.amountCents),
          );
          const outCents = outflow.get(hour);
          if (outCents !== undefined) outflow.set(hour, minus(outCents, intoCents));
        }
        cursor = page.cursor;
      } while (cursor !== undefined);
    }),
  );
  return outflow;
}

/** Reads those of the given hours that are stored. */
async function knownHours({ store }: Needs, hours: readonly string[]): Promise<Map<string, FloatHour>> {
  const wanted = [...new Set(hours)];
  const found = await store.getMany(
    'floatHour',
    wanted.map((hour) => ({ hour })),
  );
  return new Map(found.flatMap((each) => (each ? [[each.hour, each]] : [])));
}
