/** A plausible defect, as a change of one place in the code. */
export type PlantedBug = {
  readonly name: string;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Files of tests that must see it, as patterns below `test`. Without them any test of money may. */
  readonly seenBy?: readonly string[];
};
