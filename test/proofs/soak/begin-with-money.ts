import type { Dice } from '../webhooks/dice.ts';
import { depositMoney } from './deposit-money.ts';
import type { SoakPerson, SoakWorld } from './soak-world.ts';

/** First deposit of every person, in cents. */
const firstDepositCents = 900_000;

/**
 * A person's first deposit: enough for all that they will do, and paid at once. Another one follows if the last failed.
 */
export function beginWithMoney(world: SoakWorld, dice: Dice, person: SoakPerson): Promise<void> {
  return depositMoney(world, dice, person, { cents: firstDepositCents + 100 * person.marks.size });
}
