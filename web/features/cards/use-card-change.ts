import { useEffect, useRef, useState } from 'react';
import type { KeyedMutator } from 'swr';

import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import { pause, sendUntilKnown, timesUnknown } from '#web/lib/learn-outcome.ts';
import { refresh } from '#web/lib/use-api.ts';
import { useToast } from '#web/ui/toast.tsx';

import type { CardId } from './card-id.ts';
import type { Card } from './card-words.ts';

/**
 * Changes a card: shows the change at once, and takes it back with the server's reason when refused. Without an answer,
 * reads the card until it shows whether it was changed. For changes that rarely fail and that one click undoes; money
 * is never shown like this.
 */
export function useCardChange(id: CardId, mutate: KeyedMutator<Card>) {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  // The failure whose outcome is being read from the card. Another change, or leaving the page, ends that.
  const unknown = useRef<ApiError>(undefined);
  useEffect(
    () => () => {
      unknown.current = undefined;
    },
    [],
  );

  async function learn(failure: ApiError, wanted: Partial<Card>): Promise<void> {
    unknown.current = failure;
    const times = timesUnknown(Date.now(), failure);
    const isOpen = (): boolean => unknown.current === failure;
    const read = () => call('cards.read', { params: { id } });
    // The request may still be on its way: a look that finds the card unchanged proves nothing.
    for (let reads = 1; ; reads += 1) {
      const card = await sendUntilKnown('cards.read', undefined, read, failure, isOpen).catch(() => undefined);
      if (card === undefined || !isOpen()) return;
      await mutate(card, { revalidate: false });
      const isMade = card.status === (wanted.status ?? card.status);
      if (isMade || reads === times) return setError(isMade ? undefined : failure.asNotSent());
      await pause();
    }
  }

  /**
   * Makes a call. `looks` is the change that it makes, shown at once. True once done, false when refused or unknown.
   */
  async function change(ask: () => Promise<{ readonly card: Card }>, looks: Partial<Card>): Promise<boolean> {
    setBusy(true);
    setError(undefined);
    unknown.current = undefined;
    try {
      await mutate(async () => (await ask()).card, {
        optimisticData: (_, shown) => shown && { ...shown, ...looks },
        rollbackOnError: true,
        revalidate: false,
      } as Parameters<typeof mutate>[1]);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
      // A refused name is shown at its field.
      if (!thrown.fields) toast.error(thrown);
      if (thrown.outcomeUnknown) void learn(thrown, looks);
      return false;
    } finally {
      setBusy(false);
      // Two changes at once, of which one is refused, leave a state from before both: the card itself is read again too.
      void refresh(['cards', 'transactions.list', 'user']);
    }
  }

  return { busy, error, change };
}
