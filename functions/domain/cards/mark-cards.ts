import type { FreezeReason } from '#shared/contract/cards.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { update, type Write } from '#functions/ports/store.ts';
import { isKept, reasonsChanged, withReason, withoutReasons } from './frozen-reasons.ts';

/** A reason that an account gives to all of its cards. */
type AccountReason = Extract<FreezeReason, 'suspension' | 'lock'>;

/**
 * Returns the writes that begin (`isOn`) or end a reason of an account on its cards; other reasons stand. A card that is
 * being created is marked too: it is due once it exists. The cards are due at `dueAtMs`.
 */
export function markCards(cards: readonly Card[], { reason, isOn, nowMs, dueAtMs }: MarkOrder): readonly Write[] {
  return keptCards(cards).map((card) => {
    const reasons = isOn ? withReason(card, reason) : withoutReasons(card, reason);
    return update('card', card, { ...reasonsChanged(card, reasons, dueAtMs), updatedAtMs: nowMs });
  });
}

type MarkOrder = {
  readonly reason: AccountReason;
  readonly isOn: boolean;
  readonly nowMs: number;
  readonly dueAtMs: number;
};

/** Returns the cards on which a reason of their account is marked. */
export function keptCards(cards: readonly Card[]): readonly Card[] {
  return cards.filter(isKept);
}
