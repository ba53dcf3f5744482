import type { PlantedBug } from '../planted-bug.ts';

/** The name of a fault, the text it replaces, and the replacement. */
type Fault = readonly [name: string, find: string, replace: string];

/** Faults of one file. `seenBy` are the files of tests that must turn red on each of them, as patterns below `test`. */
export function faultsIn(file: string, seenBy: readonly string[], faults: readonly Fault[]): readonly PlantedBug[] {
  return faults.map(([name, find, replace]) => ({ name, file, find, replace, seenBy }));
}
