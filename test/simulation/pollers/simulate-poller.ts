import type { Clock } from '#functions/ports/clock.ts';
import type { DuePart } from '#functions/ports/store.ts';
import { pollDue, type PollerLimits } from '#functions/domain/poll-due.ts';
import { seededChoices } from '../choices.ts';
import { DueList } from './due-list.ts';

/** One shard of a platform's cards or deposits, and the provider that its poller asks. */
export type PollerScene = {
  /** Number of items of the shard. */
  readonly items: number;
  /** Mean time between two changes of one item, in milliseconds. A webhook about a change sets the item's next turn. */
  readonly changesEveryMs: number;
  /** Returns when an item that changed at `changedAtMs` is due next, in milliseconds; undefined: never. */
  readonly nextAtMs: (changedAtMs: number, nowMs: number) => number | undefined;
  /** Returns the number of calls of an item's turn. */
  readonly callsOf: (changedAtMs: number, nowMs: number) => number;
  readonly callMs: number;
  /** Timeout of a call that the provider does not answer, in milliseconds. */
  readonly timeoutMs: number;
  /** The time in which the provider does not answer, in milliseconds from the start. */
  readonly outage: { readonly fromMs: number; readonly toMs: number };
  readonly lastsMs: number;
  readonly limits: PollerLimits;
  readonly seed: number;
};

/** The results of a simulated poller. Lateness is the time from when an item was due until its turn began. */
export type PollerFigures = {
  readonly turns: number;
  readonly calls: number;
  /** Highest number of calls under way at once. */
  readonly atOnce: number;
  readonly longestRunMs: number;
  /** Runs that began while another one was under way. */
  readonly overlaps: number;
  /** The 99th percentile of the lateness before the outage, without the first ten minutes. */
  readonly lateMs: number;
  /** The 99th percentile of the lateness of items that became due after the outage, within an hour of their change. */
  readonly lateUrgentAfterOutageMs: number;
  /** Time from the end of the outage until no item waited for more than five minutes; undefined: never. */
  readonly caughtUpAfterMs: number | undefined;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Delay until the next turn of an item whose call got no answer, in milliseconds. */
const retryMs = 5 * minuteMs;

/** A clock on which a sleeper wakes after everything that was due earlier. */
class WorldClock implements Clock {
  readonly #sleepers: { readonly atMs: number; readonly wake: () => void }[][] = [];
  #nowMs = 0;

  now(): number {
    return this.#nowMs;
  }

  /** Wakes at the next full second, so that calls that end in one second are one step. */
  sleep(milliseconds: number): Promise<void> {
    const second = Math.ceil((this.#nowMs + milliseconds) / 1_000);
    return new Promise((wake) => void (this.#sleepers[second] ??= []).push({ atMs: second * 1_000, wake }));
  }

  /** Moves to a second and wakes all sleepers that are due then. */
  async goTo(second: number): Promise<void> {
    this.#nowMs = second * 1_000;
    const woken = this.#sleepers[second] ?? [];
    this.#sleepers[second] = [];
    for (const { wake } of woken) wake();
    // Lets the woken sleepers run until they wait again.
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

/**
 * Runs the product's poller on one shard for some hours. It starts every minute, webhooks change items meanwhile, and
 * the provider is slow and has an outage. Due items are in a heap instead of a table.
 */
export async function simulatePoller(scene: PollerScene): Promise<PollerFigures> {
  const { items, limits, outage, lastsMs } = scene;
  const chance = seededChoices(scene.seed);
  const clock = new WorldClock();
  const due = new DueList(items);
  const changedAtMs = new Float64Array(items);
  const shared = { turns: 0, calls: 0, under: 0, atOnce: 0, running: 0, overlaps: 0, longestRunMs: 0 };
  const late: number[] = [];
  const lateUrgent: number[] = [];
  let caughtUpAtMs: number | undefined;

  // Begins as after a long time: each item changed some time ago, and its next turn is still to come.
  for (let item = 0; item < items; item += 1) {
    changedAtMs[item] = Math.log(1 - chance.below(1_000_000) / 1_000_000) * scene.changesEveryMs;
    due.set(item, firstTurn(scene, changedAtMs[item] ?? 0));
  }

  const work = async (item: number): Promise<boolean> => {
    const nowMs = clock.now();
    note(nowMs, item);
    const calls = scene.callsOf(changedAtMs[item] ?? 0, nowMs);
    shared.turns += 1;
    for (let call = 0; call < calls; call += 1) {
      shared.calls += 1;
      shared.under += 1;
      shared.atOnce = Math.max(shared.atOnce, shared.under);
      const isAway = clock.now() >= outage.fromMs && clock.now() < outage.toMs;
      await clock.sleep(isAway ? scene.timeoutMs : scene.callMs);
      shared.under -= 1;
      if (!isAway) continue;
      due.set(item, clock.now() + retryMs);
      return false;
    }
    due.set(item, scene.nextAtMs(changedAtMs[item] ?? 0, clock.now()) ?? Infinity);
    return true;
  };
  const note = (nowMs: number, item: number): void => {
    const lateMs = nowMs - due.dueAtMs(item);
    if (nowMs < outage.fromMs && nowMs > 10 * minuteMs) late.push(lateMs);
    const isUrgent = due.dueAtMs(item) - (changedAtMs[item] ?? 0) < hourMs;
    if (isUrgent && due.dueAtMs(item) >= outage.toMs) lateUrgent.push(lateMs);
  };

  // Each list reads the index again, so listed items that were not begun go back into the heap.
  let lent: number[] = [];
  const list = async (limit: number, { isNewestFirst = false }: DuePart): Promise<readonly number[]> => {
    if (!isNewestFirst) {
      for (const item of lent) if (due.dueAtMs(item) <= clock.now()) due.set(item, due.dueAtMs(item));
      lent = [];
    }
    const all: number[] = [];
    for (let item = due.take(clock.now()); item !== undefined; item = due.take(clock.now())) {
      all.push(item);
      if (!isNewestFirst && all.length === limit) break;
    }
    const found = isNewestFirst ? all.slice(-limit).toReversed() : all;
    lent.push(...all);
    return found;
  };
  const run = async (): Promise<void> => {
    const startMs = clock.now();
    shared.overlaps += Number(shared.running > 0);
    shared.running += 1;
    await pollDue(
      { clock },
      {
        list,
        keyOf: String,
        changedAtMs: (item) => changedAtMs[item] ?? 0,
        work,
        isSilence: () => true,
        onFailure: (_item, thrown) => {
          throw thrown;
        },
        limits,
      },
    );
    shared.running -= 1;
    shared.longestRunMs = Math.max(shared.longestRunMs, clock.now() - startMs);
  };

  const changesASecond = (items / scene.changesEveryMs) * 1_000;
  let owed = 0;
  for (let second = 1; second * 1_000 <= lastsMs; second += 1) {
    await clock.goTo(second);
    for (owed += changesASecond; owed >= 1; owed -= 1) {
      const item = chance.below(items);
      changedAtMs[item] = clock.now();
      due.set(item, scene.nextAtMs(clock.now(), clock.now()) ?? Infinity);
    }
    if (second % 60 === 0) void run();
    if (second % 60 === 59 && clock.now() > outage.toMs && caughtUpAtMs === undefined) {
      const oldest = await oldestDue(due, clock.now());
      if (oldest === undefined || clock.now() - oldest < 5 * minuteMs) caughtUpAtMs = clock.now();
    }
  }
  return {
    turns: shared.turns,
    calls: shared.calls,
    atOnce: shared.atOnce,
    longestRunMs: shared.longestRunMs,
    overlaps: shared.overlaps,
    lateMs: lastHundredth(late),
    lateUrgentAfterOutageMs: lastHundredth(lateUrgent),
    caughtUpAfterMs: caughtUpAtMs === undefined ? undefined : caughtUpAtMs - outage.toMs,
  };

  async function oldestDue(list: DueList, nowMs: number): Promise<number | undefined> {
    for (const item of lent) if (list.dueAtMs(item) <= nowMs) list.set(item, list.dueAtMs(item));
    lent = [];
    const item = list.take(nowMs);
    if (item === undefined) return undefined;
    list.set(item, list.dueAtMs(item));
    return list.dueAtMs(item);
  }
}

/** Returns the first turn after the start of an item that changed before the start. */
function firstTurn({ nextAtMs }: PollerScene, changedAtMs: number): number {
  let atMs: number | undefined = changedAtMs;
  while (atMs !== undefined && atMs <= 0) atMs = nextAtMs(changedAtMs, atMs);
  return atMs ?? Infinity;
}

function lastHundredth(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
}
