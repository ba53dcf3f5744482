import { plainApostrophes } from '#shared/apostrophes.ts';
import { searchFormOf } from '#shared/search-form.ts';
import { formatCents } from '#shared/money.ts';
import { href, paths } from '#web/navigation/paths.ts';
import type { IconName } from '#web/ui/icon.tsx';

import type { PaletteEntry } from './palette-entries.ts';

/** Minimum length of words that a search is offered for, in characters. */
const wordsMin = 2;

function search(page: string, text: string, label: string, icon: IconName): PaletteEntry {
  return { key: `${page}?${label}`, label, hint: 'Search', icon, to: `${page}?search=${encodeURIComponent(text)}` };
}

/** Returns a text in the form in which texts are compared: in lower case, with one kind of apostrophe. */
export function folded(text: string): string {
  return plainApostrophes(text.toLowerCase());
}

/** Returns the payments at each merchant whose name holds the text, each merchant once, in the order given. */
export function merchantEntries(typed: string, merchants: readonly string[]): readonly PaletteEntry[] {
  const text = folded(typed.trim());
  if (text.length < wordsMin) return [];
  return [...new Set(merchants)]
    .filter((merchant) => folded(merchant).includes(text))
    .map((merchant) => search(paths.activity, merchant, `Payments at ${merchant}`, 'receipt'));
}

/**
 * Returns the server's searches for a text. `isExact` is true for a text that can be nothing else: an amount, the last
 * four digits of a card, an email address, an id.
 */
export function searchEntries(
  role: 'admin' | 'user',
  typed: string,
): { readonly isExact: boolean; readonly entries: readonly PaletteEntry[] } {
  const text = typed.trim();
  const form = searchFormOf(text);
  const lines = role === 'admin' ? paths.transactions : paths.activity;
  const inLines = (label: string) => search(lines, text, label, 'receipt');
  switch (form?.by) {
    case undefined:
      return { isExact: false, entries: [] };
    case 'amount':
      return { isExact: true, entries: [inLines(`Transactions of ${formatCents(form.cents)}`)] };
    case 'last-four':
      return {
        isExact: true,
        entries: [
          inLines(`Transactions of cards ending in ${form.digits}`),
          ...(role === 'admin' ? [search(paths.users, text, `Users of cards ending in ${form.digits}`, 'users')] : []),
        ],
      };
    case 'card':
      return { isExact: true, entries: [inLines(`Transactions of card ${form.id}`)] };
    case 'id':
      return { isExact: true, entries: idEntries(role, form.id, inLines) };
    case 'reference':
      return {
        isExact: true,
        entries: [
          inLines(`Transaction ${text}`),
          ...(role === 'admin' ? [search(paths.users, text, `Users of payment ${text}`, 'users')] : []),
        ],
      };
    case 'person':
      return role === 'admin'
        ? {
            isExact: true,
            entries: [
              { key: form.id, label: `User ${form.id}`, hint: 'Page', icon: 'users', to: href.user(form.id) },
              inLines(`Transactions of user ${form.id}`),
            ],
          }
        : { isExact: false, entries: [] };
    case 'email':
      return role === 'admin'
        ? {
            isExact: true,
            entries: [search(paths.users, text, `Users “${text}”`, 'users'), inLines(`Transactions of “${text}”`)],
          }
        : { isExact: false, entries: [] };
    case 'words':
      if (text.length < wordsMin) return { isExact: false, entries: [] };
      return {
        isExact: false,
        entries: [
          ...(role === 'admin' ? [search(paths.users, text, `Users “${text}”`, 'users')] : []),
          inLines(`Transactions “${text}”`),
        ],
      };
  }
}

/** The desk's lists by the prefix of the ids that they open, each with a name for one item. */
const deskLists: Readonly<Record<string, readonly [list: string, name: string]>> = {
  dep: ['deposits', 'Deposit'],
  op: ['operations', 'Operation in review'],
  tkt: ['breaks', 'Break'],
  cas: ['cases', 'Case'],
  adj: ['adjustments', 'Adjustment to approve'],
  trs: ['treasury', 'Payout or top-up to approve'],
};

/** Prefixes of the ids that find a line in a list of transactions. */
const ofLines: ReadonlySet<string> = new Set(['txn', 'dep', 'op', 'mov', 'adj']);

/**
 * Returns where one of our ids leads: its transaction line, and the desk's list for staff or the reported payment for a
 * cardholder. Empty for an id without such a place.
 */
function idEntries(
  role: 'admin' | 'user',
  id: string,
  inLines: (label: string) => PaletteEntry,
): readonly PaletteEntry[] {
  const [prefix = ''] = id.split('_');
  const lines = ofLines.has(prefix) ? [inLines(`Transaction ${id}`)] : [];
  if (role === 'user') {
    if (prefix !== 'cas') return lines;
    return [{ key: id, label: `Reported payment ${id}`, hint: 'Page', icon: 'alert', to: href.case(id) }];
  }
  const desk = deskLists[prefix];
  if (desk === undefined) return lines;
  const [list, name] = desk;
  const to = `${paths.desk}?list=${list}&open=${id}`;
  return [...lines, { key: to, label: `${name} ${id}`, hint: 'Desk', icon: 'bolt', to }];
}
