import type { Id } from '#shared/ids.ts';

/** A card's id. */
export type CardId = Id<'card'>;

/** True for a text that may be a card's id. Only the API knows whether the card exists. */
export function isCardId(id: string | undefined): id is CardId {
  return id !== undefined && id.startsWith('crd_');
}
