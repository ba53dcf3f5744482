import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { jobGrants } from '#infra/definition/grants.ts';
import { definition } from '#infra/definition/index.ts';
import { minutesBetweenRuns } from '#infra/definition/minutes-between-runs.ts';
import { catchUpPartition, duePartition, dueShards, type DueKind } from '#functions/adapters/dynamo/table.ts';
import type { JobHandler } from '#functions/runtime/scheduled-job.ts';
import { seededChoices } from '#test/simulation/choices.ts';
import { addUsage, nothingUsed, scaledBill, type Bill, type Usage } from './bill.ts';
import { MonthWorld, type Inhabitant } from './month-world.ts';

/** The habits of a person, as counts of a month. */
export type Habits = {
  readonly openings: number;
  readonly purchases: number;
  readonly loads: number;
  readonly deposits: number;
};

type JobName = keyof typeof jobGrants;
type Job = {
  readonly name: JobName;
  readonly everyMinutes: number;
  readonly handler: JobHandler;
  /** True when a run would find work. All runs that find none cost the same, so only one of them is measured. */
  readonly isDue: (month: MonthWorld, nowMs: number) => boolean;
};
type Event = { readonly atMs: number; readonly does: () => Promise<void> };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The index partitions in which jobs look for due work. A job that is not listed always finds work. */
const looksAt: Partial<Record<JobName, readonly (readonly [index: string, partition: string])[]>> = {
  'sweep-operations': (['operation', 'card', 'notification', 'cardCodesKey'] as const).flatMap(dueOf),
  'remind-people': (['wallet', 'user', 'subscriptions'] as const).flatMap(dueOf),
  'catch-up-cards': shards((shard) => ['gsi1', catchUpPartition(shard)]),
  'poll-deposits': dueOf('deposit'),
  'pay-referrals': (['reward', 'referralAccount'] as const).flatMap(dueOf),
};

/**
 * Jobs that run once a day in the months before. Without them their work would still be due in the month, because this
 * table keeps expired items.
 */
const jobsOfBefore: ReadonlySet<JobName> = new Set(['rebuild-aggregates', 'sweep-operations', 'remind-people']);

/** Balance of a card before the month begins, and maximum of its purchases in a month, in cents. */
const monthlyCents = 20_000;

/**
 * Returns the bill of a month of many people, extrapolated from the months of one person and of a few more. The real
 * handlers run on the metered table, started by the schedule and by people's habits, on a clock that jumps from event
 * to event. People have had the same habits for some months before. Throws when a reconciliation finds a break, because
 * the bill would include its second checks.
 */
export async function simulateMonth(
  people: number,
  given: {
    readonly few: number;
    readonly habits: Habits;
    readonly monthsBefore: number;
    readonly days?: number;
    readonly warmUpDays?: number;
  },
): Promise<Bill> {
  const [small, large] = [1, 1 + given.few];
  return scaledBill(
    { people: small, bill: await monthOf(small, given) },
    { people: large, bill: await monthOf(large, given) },
    people,
  );
}

async function monthOf(
  people: number,
  { habits, monthsBefore, days = 30, warmUpDays = 8 }: Omit<Parameters<typeof simulateMonth>[1], 'few'>,
): Promise<Bill> {
  const month = new MonthWorld();
  const inhabitants: Inhabitant[] = [];
  const jobs = await jobsOfTheSchedule();
  await month.unmetered(async () => {
    for (let number = 1; number <= people; number += 1) inhabitants.push(await month.settle(number));
    for (const person of inhabitants) await month.load(person, monthlyCents);
    for (let back = monthsBefore; back > 0; back -= 1)
      await live(
        month,
        inhabitants,
        { ...habits, openings: 0 },
        jobs.filter(({ name }) => jobsOfBefore.has(name)).map((job) => ({ ...job, everyMinutes: 24 * 60 })),
        30,
      );
    // Warms up unbilled: the first runs work off what was due for long, and the float's mean needs seven days.
    await live(month, inhabitants, habits, jobs, warmUpDays);
  });
  await live(month, inhabitants, habits, jobs, days);
  return month.bill;
}

/** Lets a number of days pass. */
async function live(
  month: MonthWorld,
  inhabitants: readonly Inhabitant[],
  habits: Habits,
  jobs: readonly Job[],
  days: number,
): Promise<void> {
  const { clock } = month.world;
  const startMs = Math.ceil(clock.now() / dayMs) * dayMs;
  const events = inhabitants.flatMap((person, number) => eventsOf(month, person, habits, { startMs, days, number }));
  events.sort((a, b) => a.atMs - b.atMs);
  const idle = new Map<JobName, Usage>();
  let next = 0;
  for (let minute = 0; minute < days * 24 * 60; minute += 1) {
    const atMs = startMs + minute * minuteMs;
    if (clock.now() < atMs) clock.advance(atMs - clock.now());
    for (; (events[next]?.atMs ?? Infinity) <= atMs; next += 1) await events[next]?.does();
    for (const job of jobs) if (minute % job.everyMinutes === 0) await start(month, job, idle);
  }
}

async function start(month: MonthWorld, { name, handler, isDue }: Job, idle: Map<JobName, Usage>): Promise<void> {
  const cause = `job.${name}`;
  const isIdle = !isDue(month, month.world.clock.now());
  const known = idle.get(name);
  if (isIdle && known) {
    month.again(cause, known);
    return;
  }
  const before = { ...(month.bill.get(cause) ?? nothingUsed()) };
  const report = await month.run(name, (services) => handler.using(services)());
  if (Number(report['breaks'] ?? 0) > 0) throw new Error(`${cause} found breaks: ${JSON.stringify(report['found'])}`);
  if (!isIdle) return;
  const used = { ...(month.bill.get(cause) ?? nothingUsed()) };
  addUsage(used, before, -1);
  idle.set(name, used);
}

/** Returns the actions of one person at random times, which are the same in every run. */
function eventsOf(
  month: MonthWorld,
  person: Inhabitant,
  { openings, purchases, loads, deposits }: Habits,
  { startMs, days, number }: { readonly startMs: number; readonly days: number; readonly number: number },
): Event[] {
  const chance = seededChoices(startMs + number);
  const share = days / 30;
  const some = (count: number, does: (time: number) => Promise<void>): Event[] =>
    Array.from({ length: Math.round(count * share) }, (_, time) => ({
      atMs: startMs + chance.below(days) * dayMs + 7 * hourMs + chance.below(16 * 60) * minuteMs,
      does: () => does(time),
    }));
  const paidCents = Math.max(1, Math.floor(monthlyCents / Math.max(1, purchases)));
  const loadCents = Math.max(100, Math.floor(monthlyCents / Math.max(1, loads)));
  const unpaid: (() => Promise<void>)[] = [];
  const ordered = some(deposits, async () => void unpaid.push(await month.deposit(person, 2 * monthlyCents)));
  // Pays the deposits ten minutes after their orders, in the same order.
  const paid = ordered.map(({ atMs }) => ({ atMs: atMs + 10 * minuteMs, does: async () => unpaid.shift()?.() }));
  return [
    ...some(openings, (time) => month.open(person, time)),
    ...some(purchases, () => month.purchase(person, paidCents)),
    ...some(loads, () => month.load(person, loadCents)),
    ...ordered,
    ...paid,
  ];
}

async function jobsOfTheSchedule(): Promise<readonly Job[]> {
  return Promise.all(
    (Object.keys(jobGrants) as JobName[]).map(async (name): Promise<Job> => {
      const fn = definition.functions.find(({ id }) => id === `job.${name}`);
      if (fn?.trigger.kind !== 'schedule') throw new Error(`${name} is not scheduled`);
      const file = pathToFileURL(path.resolve(import.meta.dirname, '../../..', fn.entry)).href;
      const { handler } = (await import(/* @vite-ignore */ file)) as { handler: JobHandler };
      const lists = looksAt[name];
      return {
        name,
        handler,
        everyMinutes: minutesBetweenRuns(fn.trigger.expression),
        isDue: (month, nowMs) =>
          lists === undefined ||
          lists.some(
            ([index, partition]) => Number(month.table.firstOf(index, partition)?.slice(0, 14) ?? Infinity) <= nowMs,
          ),
      };
    }),
  );
}

function dueOf(kind: DueKind): readonly (readonly [string, string])[] {
  return shards((shard) => ['gsi2', duePartition(kind, shard)]);
}

function shards<T>(name: (shard: number) => T): readonly T[] {
  return Array.from({ length: dueShards }, (_, shard) => name(shard));
}
