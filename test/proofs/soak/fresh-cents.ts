import type { Dice } from '../webhooks/dice.ts';
import type { SoakPerson } from './soak-world.ts';

/**
 * An amount that this person has not asked for before in this kind of transaction, so that each effect can be distinguished from
 * every other. Undefined when a few throws found none.
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
