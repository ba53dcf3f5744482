import type { Id, IdKind } from '#shared/ids.ts';

/** All that is random in the product, so that a simulation can replay it. */
export interface Random {
  /** A new id, sortable by the time it was made. */
  id<K extends IdKind>(kind: K): Id<K>;
  /** So many random bytes as base64url. */
  token(bytes: number): string;
  /** A random whole number, 0 ≤ n < bound. */
  below(bound: number): number;
}
