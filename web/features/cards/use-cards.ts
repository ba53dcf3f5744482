import { useEffect, useRef } from 'react';

import { refresh, useRead } from '#web/lib/use-api.ts';
import { usePoll } from '#web/lib/use-poll.ts';

import type { CardId } from './card-id.ts';
import type { Card } from './card-words.ts';

/** Something at the issuer has not been confirmed yet. */
function isUnsettled(card: Pick<Card, 'status' | 'held'>): boolean {
  return card.status === 'pending' || card.held !== 0;
}

const unsettledPollMs = 2000;

/** The account's cards, newest first; asked for again while one of them is being created or loaded. */
export function useCards() {
  const read = useRead('cards.list', {}, { keepPreviousData: true });
  const unsettled = read.data?.filter(isUnsettled).length;
  usePoll(read.mutate, unsettled ? unsettledPollMs : 0);
  const cards = read.data?.filter((card) => card.status !== 'deleted');
  useSettled(unsettled);
  return { cards, error: read.error, retry: () => void read.mutate() };
}

/** One card, live while money is on its way to or from it. */
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
