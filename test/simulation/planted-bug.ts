/** A plausible defect, as a change of one place in the code. */
export type PlantedBug = {
  readonly name: string;
  readonly file: string;
  /** The text to replace, which is in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** Test files that must find the defect, as patterns below `test`. Without them, any test of money may find it. */
  readonly seenBy?: readonly string[];
};
