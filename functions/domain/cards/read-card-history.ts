import { limits } from '#shared/limits.ts';
import type { Card, CardTransaction } from '#functions/ports/entities/cards.ts';
import type { Services } from '#functions/ports/services.ts';

/** One page of a card's history. */
export type CardHistory = {
  readonly lines: readonly CardTransaction[];
  readonly meta: { readonly page: number; readonly pages: number; readonly total: number };
};

/** Reads one page, newest first. Lines are numbered, so any page is one range read whatever its number. */
export async function readCardHistory(
  { store }: Pick<Services, 'store'>,
  { card, page }: { readonly card: Card; readonly page: number },
): Promise<CardHistory> {
  const { cardId } = card;
  const total = card.transactionCount;
  const pages = Math.max(1, Math.ceil(total / limits.tableRowsPerPage));
  const to = total - (page - 1) * limits.tableRowsPerPage;
  const meta = { page, pages, total };
  if (to < 1) return { lines: [], meta };
  const from = Math.max(1, to - limits.tableRowsPerPage + 1);
  const lines = await store.listCardTransactions(cardId, { from, to });
  // Lines are numbered as they became known, and events overtake one another. The issuer states whole seconds.
  const second = ({ atMs }: CardTransaction) => Math.floor(atMs / 1000);
  return { lines: lines.toSorted((a, b) => second(b) - second(a) || b.number - a.number), meta };
}
