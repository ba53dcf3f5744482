import type { Id } from '#shared/ids.ts';

/** The one-time codes of a card, encrypted under the key in its `cardCodesKey`. */
export type CardCodes = {
  readonly cardId: Id<'card'>;
  readonly encrypted: string;
  readonly expiresAtMs: number;
  readonly version: number;
};

/**
 * The part of the key to a card's codes that is kept in the table; the rest is a secret of the deployment. It is removed
 * when the last of the codes expires. Its version is that of the codes it opens.
 */
export type CardCodesKey = {
  readonly cardId: Id<'card'>;
  readonly dataKey: string;
  /** When it is removed: the end of the last code's life. */
  readonly dueAtMs: number;
  readonly expiresAtMs: number;
  readonly version: number;
};
