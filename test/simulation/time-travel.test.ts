import { describe, expect, it } from 'vitest';
import { replayedChoices } from './choices.ts';
import { openingScene } from './opening-scene.ts';
import { sweep } from './background-work.ts';
import { TimeTravel } from './time-travel.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Makes a world in which Ann's wallet changed once, and the notes about that. */
async function noted(): Promise<{ readonly world: SimulatedWorld; readonly timeTravel: TimeTravel }> {
  const world = await openingScene(replayedChoices([]));
  const timeTravel = new TimeTravel();
  await sweep(world);
  await world.settle();
  const items = [...world.table.all()];
  for (const wallet of items.filter(({ entity }) => entity === 'wallet')) {
    const last = items.findLast(({ entity, ownerId }) => entity === 'entry' && ownerId === wallet['userId']);
    timeTravel.note([wallet, last].map((after) => ({ sequence: 1, key: {}, before: undefined, after })));
  }
  return { world, timeTravel };
}

function changeEntry(world: SimulatedWorld, changes: object): void {
  const item = [...world.table.all()].findLast(({ entity }) => entity === 'entry');
  world.table.transact([{ Put: { Item: { ...item, ...changes } } }]);
}

describe('Looking back in a simulated story', () => {
  it('finds the noted past balances', async () => {
    const { world, timeTravel } = await noted();
    await expect(timeTravel.audit(world)).resolves.toBeUndefined();
  });

  it('notices an entry that was changed after it was written', async () => {
    const { world, timeTravel } = await noted();
    changeEntry(world, { after: { available: 1 } });
    await expect(timeTravel.audit(world)).rejects.toThrow('was changed after it was written');
  });

  it('notices a past balance that is reported wrongly', async () => {
    const { world, timeTravel } = await noted();
    timeTravel.note(
      [...world.table.all()]
        .filter(
          ({ entity, ownerId }) => entity === 'wallet' || (entity === 'entry' && String(ownerId).startsWith('usr')),
        )
        .map((after) => (after['entity'] === 'wallet' ? { ...after, availableCents: 7 } : after))
        .map((after) => ({ sequence: 2, key: {}, before: undefined, after })),
    );
    await expect(timeTravel.audit(world)).rejects.toThrow('is reported to have had');
  });
});
