import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#bin/seed/open-account.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import type { Services } from '#infra/local/supervisor/services.ts';
import { tell } from '#test/support/money-stack.ts';
import { createDice } from '../webhooks/dice.ts';
import { audit, type Totals } from './audit.ts';
import { depositMoney } from './deposit-money.ts';
import { insist } from './insist.ts';
import { killParts } from './kill-parts.ts';
import { live } from './live.ts';
import { makeWeather } from './make-weather.ts';
import { moveClocks } from './move-clocks.ts';
import { openPeople } from './open-people.ts';
import { readBefore } from './read-books.ts';
import { settle, type Settling } from './settle.ts';
import type { SoakWorld } from './soak-world.ts';
import { createCard } from './use-card.ts';

/** What to do to a stack. */
export type SoakSettings = {
  readonly stack: { readonly services: Services; readonly dataDir: string };
  readonly seed: number;
  /** How long people use the product while parts of it die. */
  readonly ms: number;
  /** They go on until they have done so much, with nothing dying any more: on a busy machine a minute may be nothing. */
  readonly leastOperations: number;
  readonly killEveryMs: number;
  readonly people: number;
  /** How many things are done at once. */
  readonly lanes: number;
  /** How long it may take until nothing is under way, once it is over. */
  readonly settleWithinMs: number;
  readonly onProgress?: (line: string) => void;
};

/** What happened, and what is wrong. */
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

/** Everybody begins with so much, in cents. */
const firstDepositCents = 900_000;

/** Pauses between requests to one provider are not what this is about: they would make a soak of an hour one of ten. */
const issuerSettings = { fundLimitSeconds: 0, readLimitSeconds: 0, minuteLimitSeconds: 0 };

/** How often faults are set at the simulators. */
const weatherEveryMs = 1_500;

/** Every so often so much time passes at once, that withdrawals may follow one another and sessions end. */
const leap = { everyMs: 40_000, byMs: 5 * 60_000 + 1_000 };

/**
 * Uses a running stack over HTTP as people do, while its processes are killed −9 and both providers misbehave; then lets
 * it come to rest and holds everything that anybody says against one another. All choices are drawn from the seed.
 */
export async function runSoak(settings: SoakSettings): Promise<SoakReport> {
  const { stack, seed, onProgress = () => undefined } = settings;
  const { services } = stack;
  await tell(`${services.issuer}/sandbox/settings`, issuerSettings);
  const before = await readBefore(services);
  const world: SoakWorld = {
    stack: services,
    seed,
    people: await openPeople(services, seed, settings.people),
    before,
    asks: [],
    approved: [],
    figures: new Map(),
    violations: [],
  };
  const dice = (part: number) => createDice(seed * 1_000 + part);
  await inParallel(
    world.people,
    settings.lanes,
    async (person) => {
      const own = dice(500 + world.people.indexOf(person));
      await depositMoney(world, own, person, { cents: firstDepositCents });
      const creditOf = async (): Promise<true | undefined> => {
        const user = await insist<{ balance: number }>(world, person, { method: 'GET', path: '/user' });
        return user?.status === 200 && user.body.balance >= firstDepositCents ? true : undefined;
      };
      await until(`the first credit of ${person.email}`, creditOf, 120_000);
      await createCard(world, own, person);
    },
    (_person, thrown) => {
      throw thrown;
    },
  );
  onProgress(`${world.people.length} people have an account, money and a card`);

  const begunAt = performance.now();
  world.figures.clear();
  const operations = (): number =>
    [...world.figures].reduce((total, [name, times]) => total + (name.startsWith('operations') ? times : 0), 0);
  let isPaused = false;
  const isOver = (): boolean => performance.now() - begunAt > settings.ms;
  const hasDoneAll = (): boolean => isOver() && operations() >= settings.leastOperations;
  const killing = killParts(stack, dice(1), settings.killEveryMs, { isOver, isPaused: () => isPaused });
  const weather = makeWeather(services, dice(2), weatherEveryMs, isOver);
  const lanes = Array.from({ length: settings.lanes }, (_, lane) => live(world, dice(10 + lane), hasDoneAll));
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
  const killed = await killing;
  const faults = await weather;
  await Promise.all([...lanes, leaps]);
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

/** Waits until all parts take connections. */
async function untilUp({ control }: Services): Promise<void> {
  for (;;) {
    const health = await fetch(`${control}/health`).catch(() => undefined);
    await health?.body?.cancel();
    if (health?.status === 200) return;
    await sleep(50);
  }
}
