import type { Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { HistoryLine, Page, PageQuery, Store } from '#functions/ports/store.ts';
import { findByReference, idSlackMs } from './find-activity.ts';
import { isWantedLine, timeOf, type HistoryFilter } from './history-filter.ts';

/** A line with the card that it is about. */
export type FoundLine = { readonly each: HistoryLine; readonly card: Card | undefined };

/** The wanted lines of a page. `reachedMs` is how far back was looked, while there is more to look at. */
export type FoundHistory = Page<FoundLine> & { readonly reachedMs: number | undefined };

/**
 * A page of the wanted lines of a person's one list: one round trip, however long the list and however many cards it
 * is about; one more for an id of the payment provider or of a transfer. Deposits that were canceled are left out.
 */
export async function findHistory(
  store: Store,
  userId: Id<'user'>,
  filter: HistoryFilter | undefined,
  page: PageQuery,
): Promise<FoundHistory> {
  const { search, fromMs = 0, toMs } = filter?.common ?? {};
  const start = toMs === undefined ? page : { ...page, beforeMs: toMs + idSlackMs };
  const [lines, cards, deposits] = await Promise.all([
    search?.by === 'id' ? byId(store, userId, search.id) : store.listHistory(userId, start),
    store.listCards(userId),
    search?.by === 'reference' && filter && page.cursor === undefined
      ? findByReference(store, search.reference, filter.common, userId)
      : undefined,
  ]);
  const withCard = (each: HistoryLine): FoundLine => ({
    each,
    card: cards.find(({ cardId }) => cardId === each.line.cardId),
  });
  if (deposits && filter) {
    const items = deposits.items.map((line) => withCard({ of: 'account', line }));
    const others = { ...filter, common: { ...filter.common, search: undefined } };
    return { items: items.filter(({ each, card }) => isWantedLine(others, each, card)), ...theEnd };
  }
  const last = lines.items.at(-1);
  const isOver = lines.cursor === undefined || last === undefined || timeOf(last) < fromMs - idSlackMs;
  const shown = lines.items.map(withCard).filter(({ each }) => each.of === 'card' || each.line.isHidden !== true);
  return {
    items: filter ? shown.filter(({ each, card }) => isWantedLine(filter, each, card)) : shown,
    cursor: isOver ? undefined : lines.cursor,
    reachedMs: isOver || !filter ? undefined : timeOf(last),
  };
}

const theEnd = { cursor: undefined, reachedMs: undefined } as const;

/** One of our own ids is looked up where it lies. */
async function byId(store: Store, userId: Id<'user'>, id: string): Promise<Page<HistoryLine>> {
  const line = await store.get('movement', { userId, subjectId: id as Id<'operation'> });
  return { items: line ? [{ of: 'account', line }] : [], cursor: undefined };
}
