import type { PlantedBug } from '../planted-bug.ts';

/** What a fault is called, the text it is planted in, and what stands there instead. */
type Fault = readonly [name: string, find: string, replace: string];

/** Faults of one file. `seenBy` are the files of tests that must turn red on each of them, as patterns below `test`. */
export function faultsIn(file: string, seenBy: readonly string[], faults: readonly Fault[]): readonly PlantedBug[] {
  return faults.map(([name, find, replace]) => ({ name, file, find, replace, seenBy }));
}
