import { useState } from 'react';
import type { KeyedMutator } from 'swr';

import { call } from '#web/lib/api.ts';
import { serverNow } from '#web/lib/server-clock.ts';

import type { CardId } from './card-id.ts';
import type { Card } from './card-words.ts';
import { useCardChange } from './use-card-change.ts';

/** Freezes and unfreezes a card. */
export function useFreeze(id: CardId, mutate: KeyedMutator<Card>) {
  const { busy, error, change } = useCardChange(id, mutate);
  const [asked, setAsked] = useState<'frozen' | 'unfrozen'>();
  const isUnknown = error?.outcomeUnknown;
  return {
    busy,
    /** Shown at the buttons as well, because the card's state beside them has not changed. */
    refusal: error !== undefined && {
      title: isUnknown ? `It’s not certain that the card was ${asked}` : `The card was not ${asked}`,
      error,
    },
    freeze: () => {
      setAsked('frozen');
      return change(() => call('cards.freeze', { params: { id } }), {
        status: 'freezed',
        frozenReasons: ['owner'],
        statusReason: 'You froze this card.',
        unfrozenUntil: null,
      });
    },
    /** Unfreezes the card for good, or for ten minutes. */
    unfreeze: (forMinutes?: 10) => {
      setAsked('unfrozen');
      return change(() => call('cards.unfreeze', { params: { id }, body: forMinutes ? { forMinutes } : {} }), {
        status: 'active',
        frozenReasons: [],
        statusReason: null,
        unfrozenUntil: forMinutes ? new Date(serverNow() + forMinutes * 60_000).toISOString() : null,
      });
    },
  };
}
