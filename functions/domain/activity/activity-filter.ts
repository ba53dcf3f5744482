import { AppError } from '#shared/errors.ts';
import type { Card } from '#functions/ports/entities/cards.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import { plainApostrophes } from '#shared/apostrophes.ts';
import { searchFormOf, type SearchForm } from '#shared/search-form.ts';
import { dayMs, hourMs } from '#functions/domain/durations.ts';
import { foldText, foldWholeText } from '#functions/domain/admin/search-terms.ts';
import { lineDescription } from './line-description.ts';

/** Maximum span of a search for an amount, in milliseconds: 31 days, of which one has 25 hours. */
const amountSpanMs = 31 * dayMs + hourMs;

/** The query of an activity list, as it came. */
export type ActivityQuery = {
  readonly search?: string | undefined;
  readonly status?: readonly ActivityLine['status'][] | undefined;
  readonly kind?: readonly ActivityLine['kind'][] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** Criteria for the wanted lines of an activity list. */
export type ActivityFilter = {
  readonly search: Search | undefined;
  readonly status: readonly string[] | undefined;
  readonly kind: readonly string[] | undefined;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
};

function refuse(field: string, why: string): never {
  throw new AppError('ValidationFailed', `${field} ${why}.`, { fields: { [field]: why } });
}

/** Reads a query; undefined for one that wants every line. Throws AppError ValidationFailed. */
export function readFilter({ search: typed = '', status, kind, from, to }: ActivityQuery): ActivityFilter | undefined {
  const search = readSearch(typed);
  const fromMs = from === undefined ? undefined : Date.parse(from);
  const toMs = to === undefined ? undefined : Date.parse(to);
  if (fromMs !== undefined && toMs !== undefined && toMs <= fromMs) refuse('to', 'must be later than from');
  const span = fromMs === undefined || toMs === undefined ? Number.POSITIVE_INFINITY : toMs - fromMs;
  if (search?.by === 'amount' && span > amountSpanMs)
    refuse('search', 'is an amount, which needs from and to at most 31 days apart');
  if (!search && !status && !kind && fromMs === undefined && toMs === undefined) return undefined;
  return { search, status, kind, fromMs, toMs };
}

/** Returns the query parameters that were given, for the request of the next page. They also name a cursor's list. */
export function filterQuery({ search, status, kind, from, to }: ActivityQuery): Record<string, string> {
  const given = { search: search?.trim() || undefined, status: status?.join(','), kind: kind?.join(','), from, to };
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** True when a line is wanted. `card` is the card of the line; only some searches need it. */
export function isWanted(filter: ActivityFilter, line: ActivityLine, card: Card | undefined): boolean {
  const { status, kind, fromMs = 0, toMs = Number.POSITIVE_INFINITY, search } = filter;
  if (status && !status.includes(line.status)) return false;
  if (kind && !kind.includes(line.kind)) return false;
  if (line.createdAtMs < fromMs || line.createdAtMs >= toMs) return false;
  return search === undefined || isFound(search, line, card);
}

function isFound(search: Search, line: ActivityLine, card: Card | undefined): boolean {
  switch (search.by) {
    case 'id':
      return line.subjectId === search.id || line.tid === search.id;
    case 'card':
      return line.cardId === search.id;
    case 'person':
      return line.userId === search.id;
    case 'amount':
      return [line.amountCents, line.paidCents, line.takenBackCents].includes(search.cents);
    case 'last-four':
      return card?.last4Digits === search.digits;
    case 'email':
      return line.email.toLowerCase().startsWith(search.text);
    case 'reference':
    case 'words': {
      const { tid, kind, status, email } = line;
      const names = `${kind} ${status}`.replaceAll('_', ' ');
      return hasWords([lineDescription(line), tid, names, email, ...cardWords(card)], search.words);
    }
  }
}

/** The words by which a line's card is found, as the lists show it. */
export function cardWords(card: Card | undefined): readonly string[] {
  return card ? [card.name, `•••• ${card.last4Digits}`] : [];
}

/** True when the texts of a line have all the words, whatever their case, accents, apostrophes and dashes. */
export function hasWords(texts: readonly (string | undefined)[], words: readonly string[]): boolean {
  const text = wordForm(texts.join(' '));
  return words.every((word) => text.includes(wordForm(word)));
}

function wordForm(text: string): string {
  return plainApostrophes(foldWholeText(text)).replaceAll(/\p{Pd}/gu, '-');
}

/**
 * A search in an activity list. Email addresses are folded. A provider's id that no deposit has is searched as a word.
 */
export type Search =
  | Exclude<SearchForm, { readonly by: 'reference' }>
  | { readonly by: 'reference'; readonly reference: string; readonly words: readonly string[] };

/** Reads what was typed into a search box; undefined for nothing. */
function readSearch(typed: string): Search | undefined {
  const form = searchFormOf(typed);
  if (form?.by === 'email') return { ...form, text: foldText(form.text) };
  if (form?.by === 'reference') return { ...form, words: [typed.trim().toLowerCase()] };
  return form;
}
