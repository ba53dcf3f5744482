import type { Id, IdKind } from '#shared/ids.ts';

/** All that is random in the product, so that a simulation can replay it. */
export interface Random {
  /**
   * A new id. Ids sort by time: by `atMs`, or by now. For items whose date a list shows, `atMs` must be that date, else
   * the list is not in the order of its dates.
   */
  id<K extends IdKind>(kind: K, atMs?: number): Id<K>;
  /** Returns this many random bytes as base64url. */
  token(bytes: number): string;
  /** A random whole number, 0 ≤ n < bound. */
  below(bound: number): number;
}
