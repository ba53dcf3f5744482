import type { HistoryLine } from '#functions/ports/store.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import { cardWords, hasWords, isWanted, readFilter, type ActivityFilter } from './activity-filter.ts';
import { stateOf, type HistoryState } from './describe-history.ts';

/** The query of a history list, as it came. */
export type HistoryQuery = {
  readonly search?: string | undefined;
  readonly kind?: readonly string[] | undefined;
  readonly state?: readonly HistoryState[] | undefined;
  readonly card?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** Criteria for the wanted lines of a history. */
export type HistoryFilter = {
  /** Search and dates. */
  readonly common: ActivityFilter;
  readonly kind: readonly string[] | undefined;
  readonly state: readonly HistoryState[] | undefined;
  readonly cardId: string | undefined;
};

/** Reads a query; undefined for one that wants every line. Throws AppError ValidationFailed. */
export function readHistoryFilter({ kind, state, card, ...query }: HistoryQuery): HistoryFilter | undefined {
  const { search, from, to } = query;
  const common = readFilter({ search, from, to });
  if (!common && !kind && !state && card === undefined) return undefined;
  const nothing = { search: undefined, status: undefined, kind: undefined, fromMs: undefined, toMs: undefined };
  return { common: common ?? nothing, kind, state, cardId: card };
}

/** Returns the query parameters that were given, for the request of the next page. They also name a cursor's list. */
export function historyQuery({ search, kind, state, card, from, to }: HistoryQuery): Record<string, string> {
  const given = { search: search?.trim() || undefined, kind: kind?.join(','), state: state?.join(','), card, from, to };
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Returns the time by which the history is sorted, in milliseconds. */
export function timeOf({ of, line }: HistoryLine): number {
  return of === 'account' ? line.createdAtMs : line.atMs;
}

/** True when a line is wanted; `card` is the card of the line. */
export function isWantedLine(filter: HistoryFilter, each: HistoryLine, card: Card | undefined): boolean {
  const { common, kind, state, cardId } = filter;
  if (kind && !kind.includes(each.line.kind)) return false;
  if (state && !state.includes(stateOf(each))) return false;
  if (cardId !== undefined && each.line.cardId !== cardId) return false;
  if (each.of === 'account') return isWanted(common, each.line, card);
  const { fromMs = 0, toMs = Number.POSITIVE_INFINITY } = common;
  if (each.line.atMs < fromMs || each.line.atMs >= toMs) return false;
  return common.search === undefined || isFoundOnCard(common.search, each.line, card);
}

function isFoundOnCard(
  search: NonNullable<ActivityFilter['search']>,
  line: Extract<HistoryLine, { of: 'card' }>['line'],
  card: Card | undefined,
): boolean {
  switch (search.by) {
    case 'id':
      return line.reference === search.id;
    case 'card':
      return line.cardId === search.id;
    case 'person':
      return line.userId === search.id;
    case 'amount':
      return line.amountCents === search.cents;
    case 'last-four':
      return card?.last4Digits === search.digits;
    case 'email':
      return false;
    case 'reference':
    case 'words': {
      const { description, merchantName, category, group, kind, status, declineReason } = line;
      const references = [line.reference, ...(line.references ?? [])];
      const texts = [description, merchantName, category, group, kind, status, declineReason, ...cardWords(card)];
      return hasWords([...texts, ...references], search.words);
    }
  }
}
