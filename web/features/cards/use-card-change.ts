import { useState } from 'react';
import type { KeyedMutator } from 'swr';

import { refresh } from '#web/lib/use-api.ts';
import { useToast } from '#web/ui/toast.tsx';

import type { Card } from './card-words.ts';

/**
 * Changes a card: shown at once, taken back with the server's reason when it was refused. For what rarely fails and is
 * undone by one click; money is never shown like this.
 */
export function useCardChange(mutate: KeyedMutator<Card>) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  /** Makes a call of which `looks` is what it will have changed. True once it is done, false when it was refused. */
  async function change(ask: () => Promise<{ readonly card: Card }>, optimistic: Partial<Card>): Promise<boolean> {
    setBusy(true);
    setError(undefined);
    try {
      await mutate(async () => (await ask()).card, {
        optimisticData: (_, shown) => shown && { ...shown, ...optimistic },
        rollbackOnError: true,
        revalidate: false,
      } as Parameters<typeof mutate>[1]);
      void refresh(['cards.list', 'cards.tiles', 'cards.transactions', 'transactions.list', 'user']);
      return true;
    } catch (thrown) {
      setError(thrown);
      toast.error(thrown);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, change };
}
