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
      }),
    unfreeze: () =>
      change(() => call('cards.unfreeze', { params: { id } }), {
        status: 'active',
        frozenReasons: [],
        statusReason: null,
      }),
  };
}
