/** The time, in milliseconds since 1970 UTC. */
export interface Clock {
  now(): number;
  /** Resolves after this many milliseconds. */
  sleep(milliseconds: number): Promise<void>;
}
