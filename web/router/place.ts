/** Where the visitor is: the parts of the address, and what was handed along on the way there. */
export type Place = {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: unknown;
};
