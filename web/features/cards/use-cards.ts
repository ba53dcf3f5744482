import { useEffect, useRef } from 'react';

import { refresh, useRead } from '#web/lib/use-api.ts';

import type { CardId } from './card-id.ts';
import type { Card } from './card-words.ts';

/** Something at the issuer has not been confirmed yet. */
function isUnsettled(card: Pick<Card, 'status' | 'held'>): boolean {
  return card.status === 'pending' || card.held !== 0;
}

const unsettledPollMs = 2000;
// SWR starts its clock anew whenever it is given another function: these stay the same.
const pollCards = (cards: readonly Card[] | undefined): number => (cards?.some(isUnsettled) ? unsettledPollMs : 0);
const pollCard = (card: Card | undefined): number => (card && isUnsettled(card) ? unsettledPollMs : 0);

/** The account's cards, newest first; asked for again while one of them is being created or loaded. */
export function useCards() {
  const read = useRead(
    'cards.list',
    {},
    {
      refreshInterval: pollCards,
      dedupingInterval: 1000,
      keepPreviousData: true,
    },
  );
  const cards = read.data?.filter((card) => card.status !== 'deleted');
  useSettled(read.data?.filter(isUnsettled).length);
  return { cards, error: read.error, retry: () => void read.mutate() };
}

/** One card, live while money is on its way to or from it. */
export function useCard(id: CardId) {
  const read = useRead('cards.read', { params: { id } }, { refreshInterval: pollCard, dedupingInterval: 1000 });
  const { data } = read;
  useSettled(data && Number(isUnsettled(data)));
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
