import type { StaffRole } from '#shared/contract/staff.ts';
import { folded, merchantEntries, searchEntries } from './palette-searches.ts';
import { cardActions, paletteEntries, type PaletteCard, type PaletteEntry } from './palette-entries.ts';

/** Everything that the palette knows of the person. */
export type PaletteSource = {
  readonly role: 'admin' | 'user';
  /** The role among the staff; undefined for a cardholder. */
  readonly staffRole?: StaffRole | undefined;
  readonly cards: readonly PaletteCard[];
  readonly subscriptions: readonly { readonly cardId: string }[];
  /** Merchants of recent payments, newest first. */
  readonly merchants: readonly string[];
};

/**
 * Returns how well an entry fits, best first. 0: its label is the text. 1: its label begins with the text. 2: each
 * typed word begins a word of the label. 3: each typed word is a part of the label or hint. Undefined when it does not
 * fit.
 */
function rankOf({ label, hint }: PaletteEntry, wanted: string, words: readonly string[]): number | undefined {
  const name = folded(label);
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  const parts = name.split(/\s+/);
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 2;
  const text = `${name} ${folded(hint)}`;
  return words.every((word) => text.includes(word)) ? 3 : undefined;
}

/**
 * Returns the entries for the typed text, best first; equal ones keep their order. Without text: pages and cards. A
 * search for certain facts, such as an id, comes first for an admin and last for a cardholder. A search for mere words
 * comes last.
 */
export function findEntries(
  { role, staffRole, cards, subscriptions, merchants }: PaletteSource,
  query: string,
): readonly PaletteEntry[] {
  const places = paletteEntries(role, cards, staffRole);
  const wanted = folded(query.trim());
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
