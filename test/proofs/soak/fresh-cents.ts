import type { Dice } from '../webhooks/dice.ts';
import type { SoakPerson } from './soak-world.ts';

/**
 * Draws an amount in cents that the person has not used for this kind of transaction, so that effects can be
 * distinguished. Returns undefined when 20 tries found none.
 */
export function freshCents(
  dice: Dice,
  person: SoakPerson,
  kind: string,
  [least, most]: readonly [least: number, most: number],
  markOf: (cents: number) => string = String,
): number | undefined {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const cents = least + dice.below(most - least + 1);
    if (!person.marks.has(`${kind} ${markOf(cents)}`)) return cents;
  }
  return undefined;
}
