import type { Id } from '#shared/ids.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { HistoryLine, Page, PageQuery, Store } from '#functions/ports/store.ts';
import { findByReference, idSlackMs, isOfAdjustment } from './find-activity.ts';
import { isWantedLine, timeOf, type HistoryFilter } from './history-filter.ts';

/** A line of the history with its card. */
export type FoundLine = { readonly each: HistoryLine; readonly card: Card | undefined };

/**
 * The wanted lines of a page. `reachedMs` is the time of the oldest line searched; undefined at the end and without a
 * filter.
 */
export type FoundHistory = Page<FoundLine> & { readonly reachedMs: number | undefined };

/** Maximum number of reads for a page without a filter: canceled deposits are left out and made up for. */
const readsMax = 20;

/**
 * Reads a page of the wanted lines of a person's history, in one round trip for any number of lines and cards; an id of
 * the payment provider or of a transfer takes one more, and so does a page with canceled deposits, which are left out.
 */
export async function findHistory(
  store: Store,
  userId: Id<'user'>,
  filter: HistoryFilter | undefined,
  page: PageQuery,
): Promise<FoundHistory> {
  const { search, fromMs = 0, toMs } = filter?.common ?? {};
  const start = toMs === undefined ? page : { ...page, beforeMs: toMs + idSlackMs };
  const [first, cards, deposits] = await Promise.all([
    search?.by === 'id' && !isOfAdjustment(search) ? byId(store, userId, search.id) : store.listHistory(userId, start),
    store.listCards(userId),
    search?.by === 'reference' && filter && page.cursor === undefined
      ? findByReference(store, search.reference, filter.common, userId)
      : undefined,
  ]);
  const isShown = (line: HistoryLine): boolean => isShownBy(line, filter?.kind);
  const withCard = (each: HistoryLine): FoundLine => ({
    each,
    card: cards.find(({ cardId }) => cardId === each.line.cardId),
  });
  if (deposits && filter) {
    const found = deposits.items.map((line) => ({ of: 'account', line }) as const);
    const items = found.filter(isShown).map(withCard);
    const others = { ...filter, common: { ...filter.common, search: undefined } };
    return { items: items.filter(({ each, card }) => isWantedLine(others, each, card)), ...theEnd };
  }
  let lines = first;
  const shown = lines.items.filter(isShown);
  // A page of a search may be short: it says how far it has looked.
  const most = filter ? 1 : readsMax;
  for (let reads = 1; reads < most && lines.cursor && shown.length < page.limit; reads += 1) {
    lines = await store.listHistory(userId, { limit: page.limit - shown.length, cursor: lines.cursor });
    shown.push(...lines.items.filter(isShown));
  }
  const all = shown.map(withCard);
  const last = lines.items.at(-1);
  const isOver = lines.cursor === undefined || last === undefined || timeOf(last) < fromMs - idSlackMs;
  return {
    items: filter ? all.filter(({ each, card }) => isWantedLine(filter, each, card)) : all,
    cursor: isOver ? undefined : lines.cursor,
    reachedMs: isOver || !filter ? undefined : timeOf(last),
  };
}

/**
 * False for a canceled deposit, and for a refund that a line of the account shows. Where lines of the cards alone are
 * wanted, as for the spending, there is no such line beside it.
 */
function isShownBy({ of, line }: HistoryLine, kinds: HistoryFilter['kind'] = ['card_refund']): boolean {
  return of === 'card' ? line.isOnBalance !== true || !kinds.includes('card_refund') : line.isHidden !== true;
}

const theEnd = { cursor: undefined, reachedMs: undefined } as const;

/** Reads the line of one of our own ids by its key. */
async function byId(store: Store, userId: Id<'user'>, id: string): Promise<Page<HistoryLine>> {
  const line = await store.get('movement', { userId, subjectId: id as Id<'operation'> });
  return { items: line ? [{ of: 'account', line }] : [], cursor: undefined };
}
