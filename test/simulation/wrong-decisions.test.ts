import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Operation } from '#functions/ports/entities/operations.ts';
import { decideOperation } from '#functions/domain/operations/decide-operation.ts';
import { somethingHappens } from './actions.ts';
import { endTransfers, sweep } from './background-work.ts';
import { entitiesOf } from './audit.ts';
import { noFaults, type FaultPlan } from './faults.ts';
import { runSeed } from './run-story.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { adminsOf } from './staff.ts';

/** Makes faults of an issuer that never answers: half of the requests take effect there, the others are lost. */
const dark = (world: SimulatedWorld): FaultPlan => ({
  at: ({ name }, modes) => {
    if (!name.startsWith('issuer.')) return undefined;
    return modes.includes('unheard') && world.choices.oneIn(2) ? 'unheard' : 'lost';
  },
});

/** Makes faults of one in six writes to the table; the issuer answers. */
const rough = (world: SimulatedWorld): FaultPlan => ({
  at: ({ name }, modes) => {
    if (!name.startsWith('commit') || !world.choices.oneIn(6)) return undefined;
    return modes[world.choices.below(modes.length)];
  },
});

async function letPass(world: SimulatedWorld, ms: number, everyMs: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += everyMs) {
    world.scheduler.nowMs += everyMs;
    await sweep(world);
    await world.settle();
  }
}

/** An admin guesses the outcome of operations in review, half of them wrongly. Those that need two admins stay. */
async function guess(world: SimulatedWorld, actorId: Id<'user'>): Promise<void> {
  const inReview = entitiesOf(world.table, 'operation').filter(
    ({ state, kind }) => state === 'review' && kind !== 'holder_registration',
  );
  for (const { operationId } of inReview) {
    const outcome = world.choices.oneIn(2) ? 'happened' : 'never';
    const decision = { operationId, outcome, actorId, movedCents: undefined } as const;
    let thrown: unknown;
    await world.start(
      'job.sweep-operations',
      (services) => decideOperation(services, { ...decision, reason: 'a guess' }),
      (end) => void (thrown = end !== 'died' && 'thrown' in end ? end.thrown : undefined),
    );
    await world.settle();
    if (thrown !== undefined && !(thrown instanceof AppError)) throw thrown;
  }
}

const seen = { decided: 0, corrected: 0, contradicted: 0, debts: 0 };

it.each(Array.from({ length: 12 }, (_, index) => 4_000 + index))(
  'brings the books to what the issuer did after wrong decisions: seed %i',
  async (seed) => {
    let decided: readonly Operation[] = [];
    const end = await runSeed(seed, {
      play: async (world) => {
        world.faults = dark(world);
        const live = async (happenings: number): Promise<void> => {
          for (let times = 0; times < happenings; times += 1) {
            world.scheduler.nowMs += 1;
            await somethingHappens(world);
          }
        };
        await live(40);
        await letPass(world, 25 * 60 * 60_000, 15 * 60_000);
        await guess(world, adminsOf(world)[0]);
        await live(20);
        world.faults = rough(world);
        endTransfers(world, true);
        await letPass(world, 7 * 60 * 60_000, 15 * 60_000);
        world.faults = noFaults;
        await letPass(world, 7 * 60 * 60_000, 15 * 60_000);
        decided = entitiesOf(world.table, 'operation').filter(({ decision }) => decision !== undefined);
        seen.debts += entitiesOf(world.table, 'wallet').filter(({ debtCents }) => debtCents > 0).length;
      },
    });
    expect(end.violation).toBeUndefined();
    seen.decided += decided.length;
    seen.corrected += decided.filter(({ correction }) => correction !== undefined).length;
    seen.contradicted += decided.filter(({ contradictedAtMs }) => contradictedAtMs !== undefined).length;
  },
);

it('made enough wrong decisions to prove something', () => {
  expect(seen.decided).toBeGreaterThan(8);
  expect(seen.corrected).toBeGreaterThan(3);
  expect(seen.contradicted).toBeGreaterThan(0);
  expect(seen.decided).toBeGreaterThan(seen.corrected);
});
