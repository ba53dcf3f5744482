import type { Id } from '#shared/ids.ts';

/** A card's id. */
export type CardId = Id<'card'>;

/** True for what may be a card's id; whether there is such a card, the API says. */
export function isCardId(id: string | undefined): id is CardId {
  return id !== undefined && id.startsWith('crd_');
}
