import type { Dice } from '../webhooks/dice.ts';
import { depositMoney } from './deposit-money.ts';
import type { SoakPerson, SoakWorld } from './soak-world.ts';

/** Everybody begins with so much, in cents. */
const firstDepositCents = 900_000;

/** Somebody's first deposit: enough for all that they will do, and paid at once. Another one if the last came to nothing. */
export function beginWithMoney(world: SoakWorld, dice: Dice, person: SoakPerson): Promise<void> {
  return depositMoney(world, dice, person, { cents: firstDepositCents + 100 * person.marks.size });
}
