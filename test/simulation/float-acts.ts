import type { Operation } from '#functions/ports/entities/operations.ts';
import { entitiesOf } from './audit.ts';
import { spendOnAutoLoad } from './auto-load-acts.ts';
import { readFloatNow } from './background-work.ts';
import { pick } from './choices.ts';
import { floatFloorCents } from './story-times.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { moveFloat } from './treasury-acts.ts';

/** Room of the float for further loads, in cents; in some stories even less than the floor is left. */
const rooms = [-1, 0, 199, 200, 1_000, 2_000, 4_000, 700 - floatFloorCents, 3_000 - floatFloorCents] as const;

/**
 * Our float becomes short, so that the breaker or the issuer itself refuses loads and new cards. Then it is topped up.
 * The readings of the float come before, between and after the orders, or too late.
 */
export async function runShort(
  world: SimulatedWorld,
  order: (world: SimulatedWorld) => Promise<void> | void,
): Promise<void> {
  const { choices, issuer, scheduler, table } = world;
  if (choices.oneIn(3)) await readFloatNow(world);
  if (choices.oneIn(2)) await world.settle();
  const underWay = entitiesOf(table, 'operation').filter(takesFromFloat);
  const heldCents = underWay.reduce((total, { amountCents }) => total + amountCents, 0);
  const room = pick(world, rooms) ?? 0;
  issuer.isFloatLimited = true;
  await moveFloat(world, floatFloorCents + heldCents + room - issuer.floatCents);
  for (let orders = 2 + choices.below(4); orders > 0; orders -= 1) {
    if (!choices.oneIn(3)) await readFloatNow(world);
    if (!choices.oneIn(3)) await world.settle();
    if (choices.oneIn(8)) {
      scheduler.nowMs += 29 * 60_000 + choices.below(120_000);
      world.ripen();
    }
    await (choices.oneIn(6) ? spendOnAutoLoad(world) : order(world));
  }
  if (choices.oneIn(2)) await world.settle();
  await moveFloat(world, 10_000_000);
  issuer.isFloatLimited = false;
  if (!choices.oneIn(3)) await readFloatNow(world);
}

export function takesFromFloat({ kind, state }: Operation): boolean {
  return (kind === 'card_load' || kind === 'card_creation') && state !== 'settled' && state !== 'released';
}
