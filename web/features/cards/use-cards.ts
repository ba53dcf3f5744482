import { useEffect, useRef } from 'react';

import { refresh, useRead } from '#web/lib/use-api.ts';
import { usePoll } from '#web/lib/use-poll.ts';

import type { CardId } from './card-id.ts';
import type { Card } from './card-words.ts';

/** True while something about the card is not confirmed by the issuer. */
function isUnsettled({ status, held, frozenReasons }: Pick<Card, 'status' | 'held' | 'frozenReasons'>): boolean {
  return held !== 0 || status === 'pending' || (status === 'freezed' && frozenReasons.length === 0);
}

const unsettledPollMs = 2000;

/** Reads the account's cards, newest first, and again while one is being created or money is on its way. */
export function useCards() {
  const read = useRead('cards.list', {}, { keepPreviousData: true });
  const unsettled = read.data?.filter(isUnsettled).length;
  usePoll(read.mutate, unsettled ? unsettledPollMs : 0);
  const cards = read.data?.filter((card) => card.status !== 'deleted');
  useSettled(unsettled);
  return { cards, error: read.error, retry: () => void read.mutate() };
}

/** Reads one card, live while money is on its way to or from it. */
export function useCard(id: CardId) {
  const read = useRead('cards.read', { params: { id } });
  const unsettled = read.data && Number(isUnsettled(read.data));
  usePoll(read.mutate, unsettled ? unsettledPollMs : 0);
  useSettled(unsettled);
  return read;
}

/** When fewer cards are unsettled than before, money has arrived or come back: read everything that shows it. */
function useSettled(unsettled: number | undefined): void {
  const before = useRef(unsettled);
  useEffect(() => {
    const earlier = before.current;
    before.current = unsettled;
    if (earlier === undefined || unsettled === undefined || unsettled >= earlier) return;
    void refresh(['user', 'transactions.list', 'cards.list', 'cards.tiles', 'cards.transactions']);
  }, [unsettled]);
}
