import { searchFormOf, type SearchForm } from '#shared/search-form.ts';
import { foldText } from '#functions/domain/admin/search-terms.ts';

/** A search in an activity list. An email address is folded; an id that is stored nowhere is searched for as a word. */
export type Search =
  | Exclude<SearchForm, { readonly by: 'reference' }>
  | { readonly by: 'reference'; readonly reference: string; readonly words: readonly string[] };

/** Reads what was typed into a search box; undefined for nothing. */
export function readSearch(typed: string): Search | undefined {
  const form = searchFormOf(typed);
  if (form?.by === 'email') return { ...form, text: foldText(form.text) };
  if (form?.by === 'reference') return { ...form, words: [typed.trim().toLowerCase()] };
  return form;
}
