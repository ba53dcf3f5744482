import { expect, it } from 'vitest';
import { entitiesOf } from './audit.ts';
import { somethingHappens } from './actions.ts';
import { endTransfers, sweep } from './background-work.ts';
import { noFaults, type FaultPlan } from './faults.ts';
import { runSeed } from './run-story.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Makes faults of an issuer that never answers: half of the requests take effect there, the others are lost. */
const dark = (world: SimulatedWorld): FaultPlan => ({
  at: ({ name }, modes) => {
    if (!name.startsWith('issuer.')) return undefined;
    return modes.includes('unheard') && world.choices.oneIn(2) ? 'unheard' : 'lost';
  },
});

async function letPass(world: SimulatedWorld, ms: number, everyMs: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += everyMs) {
    world.scheduler.nowMs += everyMs;
    await sweep(world);
    await world.settle();
  }
}

it.each(Array.from({ length: 12 }, (_, index) => 4_000 + index))(
  'leaves nothing in review an hour after a dark day of the issuer: seed %i',
  async (seed) => {
    let reviewed = 0;
    const end = await runSeed(seed, {
      play: async (world) => {
        world.faults = dark(world);
        for (let times = 0; times < 40; times += 1) {
          world.scheduler.nowMs += 1;
          await somethingHappens(world);
        }
        await letPass(world, 25 * 60 * 60_000, 15 * 60_000);
        const open = (): number =>
          entitiesOf(world.table, 'operation').filter(({ state }) => state === 'review').length;
        reviewed = open();
        world.faults = noFaults;
        endTransfers(world, true);
        await letPass(world, 60 * 60_000, 60_000);
        expect(open()).toBe(0);
      },
    });
    expect(end.violation).toBeUndefined();
    seen += reviewed;
  },
);
let seen = 0;
it('had enough operations in review to prove something', () => expect(seen).toBeGreaterThan(5));
