import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#infra/local/supervisor/services.ts';
import { createDice } from '../webhooks/dice.ts';
import { audit, type Totals } from './audit.ts';
import { killParts } from './kill-parts.ts';
import { live } from './live.ts';
import { makeWeather } from './make-weather.ts';
import { moveClocks } from './move-clocks.ts';
import { openPeople } from './open-people.ts';
import { readBefore } from './read-books.ts';
import { settle, type Settling } from './settle.ts';
import type { SoakPerson, SoakWorld } from './soak-world.ts';
import { askUntilAnswered } from './ask-until-answered.ts';

/** The options of a soak. */
export type SoakSettings = {
  readonly stack: { readonly services: Services; readonly dataDir: string };
  readonly seed: number;
  /** Time for which people use the product while parts of it are killed, in milliseconds. */
  readonly ms: number;
  /**
   * Minimum number of operations. Below it people continue after `ms` without kills, because the machine may be busy.
   */
  readonly leastOperations: number;
  readonly killEveryMs: number;
  /** Minimum number of kills. Below it the kills continue after `ms`, because the machine may be busy. */
  readonly leastKills: number;
  readonly people: number;
  /** Number of actions at once. */
  readonly lanes: number;
  /** Maximum time from the end of the traffic until nothing is under way, in milliseconds. */
  readonly settleWithinMs: number;
  readonly onProgress?: (line: string) => void;
  /** Ends the traffic early; open work is still finished and checked. */
  readonly signal?: AbortSignal;
};

/** The counted events of a soak, and its violations. */
export type SoakReport = {
  readonly operations: number;
  readonly seconds: number;
  readonly kills: number;
  readonly killsByPart: ReadonlyMap<string, number>;
  readonly absencesMs: ReadonlyMap<string, readonly number[]>;
  readonly faults: ReadonlyMap<string, number>;
  readonly figures: ReadonlyMap<string, number>;
  readonly settling: Settling;
  readonly totals: Totals;
  readonly violations: readonly string[];
};

/** Switches the issuer's limits of calls off: they are not tested here, and would make a soak ten times as long. */
const issuerSettings = { fundLimitSeconds: 0, readLimitSeconds: 0, minuteLimitSeconds: 0 };

/** Share of the people who are present from the beginning. */
const firstShare = 0.4;

/** Maximum time until all killed parts are back, in milliseconds. */
const upWithinMs = 300_000;

/** Delay between two faults set at the simulators, in milliseconds. */
const weatherEveryMs = 1_500;

/** Interval and length of jumps of the clock, in milliseconds: a card can be withdrawn from again, and sessions end. */
const leap = { everyMs: 40_000, byMs: 5 * 60_000 + 1_000 };

/**
 * Uses a running stack over HTTP as people do, while its processes are killed −9 and both providers misbehave. Then
 * lets all work end and compares the API, the providers and the requests with one another. All choices are drawn from
 * the seed.
 */
export async function runSoak(settings: SoakSettings): Promise<SoakReport> {
  const { stack, seed, signal, onProgress = () => undefined } = settings;
  const { services } = stack;
  await askUntilAnswered(`${services.issuer}/sandbox/settings`, issuerSettings);
  const before = await readBefore(services);
  const people: SoakPerson[] = [];
  const world: SoakWorld = {
    stack: services,
    seed,
    people,
    before,
    asks: [],
    approved: [],
    figures: new Map(),
    violations: [],
  };
  const dice = (part: number) => createDice(seed * 1_000 + part);
  people.push(...(await openPeople(world, dice(3), settings.people)));
  onProgress(`${people.length} people have an account`);
  world.figures.clear();

  const begunAt = performance.now();
  const operations = (): number =>
    [...world.figures].reduce((total, [name, times]) => total + (name.startsWith('operations') ? times : 0), 0);
  let isPaused = false;
  let kills = 0;
  const isOver = (): boolean =>
    signal?.aborted === true || (performance.now() - begunAt > settings.ms && kills >= settings.leastKills);
  const hasDoneAll = (): boolean => isOver() && (operations() >= settings.leastOperations || signal?.aborted === true);
  /**
   * Returns the people present so far. More join during the first half, so that first deposits and cards keep coming.
   */
  const present = (): readonly SoakPerson[] => {
    const share = firstShare + (1 - firstShare) * ((2 * (performance.now() - begunAt)) / settings.ms);
    return people.slice(0, Math.ceil(share * people.length));
  };
  const killing = killParts(stack, dice(1), settings.killEveryMs, {
    isOver,
    isPaused: () => isPaused,
    onKill: () => (kills += 1),
  });
  const weather = makeWeather(services, dice(2), weatherEveryMs, isOver);
  const lanes = Array.from({ length: settings.lanes }, (_, lane) => live(world, dice(10 + lane), present, hasDoneAll));
  const leaps = (async () => {
    for (let next = leap.everyMs; !isOver(); await sleep(100)) {
      if (performance.now() - begunAt < next) continue;
      next += leap.everyMs;
      isPaused = true;
      await untilUp(services);
      await moveClocks(services, leap.byMs);
      isPaused = false;
      onProgress(`${operations()} operations`);
    }
  })();
  const [killed, faults] = await Promise.all([killing, weather, leaps, ...lanes]);
  const seconds = (performance.now() - begunAt) / 1000;
  await killed.allBack();
  await untilUp(services);
  onProgress(`the traffic is over after ${operations()} operations`);

  const settling = await settle(world);
  onProgress(`nothing is under way after ${(settling.realMs / 1000).toFixed(1)} s`);
  world.violations.push(...settling.stuck);
  if (settling.realMs > settings.settleWithinMs) {
    world.violations.push(`it took ${Math.round(settling.realMs / 1000)} s until nothing was under way any more`);
  }
  const totals = await audit(world);
  return {
    operations: operations(),
    seconds,
    kills: [...killed.kills.values()].reduce((total, times) => total + times, 0),
    killsByPart: killed.kills,
    absencesMs: killed.absencesMs,
    faults,
    figures: world.figures,
    settling,
    totals,
    violations: world.violations,
  };
}

/** Waits until all parts take connections. Throws when they do not within `upWithinMs`. */
async function untilUp({ control }: Services): Promise<void> {
  const endMs = performance.now() + upWithinMs;
  while (performance.now() < endMs) {
    const health = await fetch(`${control}/health`).catch(() => undefined);
    await health?.body?.cancel().catch(() => undefined);
    if (health?.status === 200) return;
    await sleep(50);
  }
  throw new Error(`The stack at ${control} is gone.`);
}
