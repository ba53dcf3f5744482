import type { KeyedMutator } from 'swr';

import { call } from '#web/lib/api.ts';

import type { CardId } from './card-id.ts';
import type { Card } from './card-words.ts';
import { useCardChange } from './use-card-change.ts';

/** Freezes and unfreezes a card. */
export function useFreeze(id: CardId, mutate: KeyedMutator<Card>) {
  const { busy, change } = useCardChange(mutate);
  return {
    busy,
    freeze: () =>
      change(() => call('cards.freeze', { params: { id } }), {
        status: 'freezed',
        frozenReasons: ['owner'],
        statusReason: 'You froze this card.',
        unfrozenUntil: null,
      }),
    /** Unfreezes the card for good, or for ten minutes. */
    unfreeze: (forMinutes?: 10) =>
      change(() => call('cards.unfreeze', { params: { id }, body: forMinutes ? { forMinutes } : {} }), {
        status: 'active',
        frozenReasons: [],
        statusReason: null,
        unfrozenUntil: forMinutes ? new Date(Date.now() + forMinutes * 60_000).toISOString() : null,
      }),
  };
}
