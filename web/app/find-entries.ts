import { merchantEntries, searchEntries } from './palette-searches.ts';
import { cardActions, paletteEntries, type PaletteCard, type PaletteEntry } from './palette-entries.ts';

/** Everything that the palette knows of the person. */
export type PaletteSource = {
  readonly role: 'admin' | 'user';
  readonly cards: readonly PaletteCard[];
  readonly subscriptions: readonly { readonly cardId: string }[];
  /** Merchants of recent payments, newest first. */
  readonly merchants: readonly string[];
};

/** How well an entry fits the words, best first: 0 it is the label, 1 begins it, 2 each begins a word of it, 3 any part of it or its hint. */
function rankOf({ label, hint }: PaletteEntry, wanted: string, words: readonly string[]): number | undefined {
  const name = label.toLowerCase();
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  const parts = name.split(/\s+/);
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 2;
  const text = `${name} ${hint.toLowerCase()}`;
  return words.every((word) => text.includes(word)) ? 3 : undefined;
}

/**
 * The entries for what was typed, best first; equal ones stay in their order. Nothing typed: pages and cards. What the
 * search forms recognise for certain comes first, a search for mere words last.
 */
export function findEntries(
  { role, cards, subscriptions, merchants }: PaletteSource,
  query: string,
): readonly PaletteEntry[] {
  const places = paletteEntries(role, cards);
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return places;
  const words = wanted.split(/\s+/);
  const ranked = [...places, ...cardActions(cards, subscriptions)]
    .flatMap((entry) => {
      const rank = rankOf(entry, wanted, words);
      return rank === undefined ? [] : [{ entry, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
  const { isExact, entries } = searchEntries(role, query);
  const payments = merchantEntries(query, merchants);
  if (!isExact) return [...ranked, ...payments, ...entries];
  return role === 'admin' ? [...entries, ...ranked] : [...ranked, ...entries];
}
