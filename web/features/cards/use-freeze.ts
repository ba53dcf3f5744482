import { useState } from 'react';
import type { KeyedMutator } from 'swr';

import { errorText } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import { refresh } from '#web/lib/use-api.ts';
import { useToast } from '#web/ui/toast.tsx';

import type { CardId } from './card-id.ts';
import type { Card } from './card-words.ts';

/**
 * Freezes and unfreezes a card: shown at once, taken back with the server's reason when it was refused. Failure is rare
 * here and undoing is one click; money is never shown like this.
 */
export function useFreeze(id: CardId, mutate: KeyedMutator<Card>) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);

  async function set(frozen: boolean): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const answer = async (): Promise<Card> =>
        (await call(frozen ? 'cards.freeze' : 'cards.unfreeze', { params: { id } })).card;
      await mutate(answer, {
        optimisticData: (_, shown) => shown && asFrozen(shown, frozen),
        rollbackOnError: true,
        revalidate: false,
      } as Parameters<typeof mutate>[1]);
      void refresh(['cards.list', 'cards.tiles', 'cards.transactions', 'transactions.list', 'user']);
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return { busy, freeze: () => set(true), unfreeze: () => set(false) };
}

function asFrozen(card: Card, frozen: boolean): Card {
  return frozen
    ? { ...card, status: 'freezed', statusReason: 'You froze this card.' }
    : { ...card, status: 'active', statusReason: null };
}
