import type { ReplyOf } from '#shared/contract/index.ts';
import type { IconName } from '#web/ui/icon.tsx';
import { navigationOf, securityLink, settingsLink } from './navigation.ts';
import { footerLinks, href, paths } from '#web/navigation/paths.ts';

/** Somewhere to go. `document` is outside of the app. */
export type PaletteEntry = {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
  readonly to: string;
  readonly document?: true;
};

type Card = Pick<ReplyOf<'cards.list'>[number], '_id' | 'name' | 'label' | 'last4Digits' | 'status'>;

const actions: readonly PaletteEntry[] = [
  { key: 'add-money', label: 'Add Money', hint: 'Deposit', icon: 'plus', to: `${paths.dashboard}?add-money` },
  { key: 'create-card', label: 'Create Card', hint: 'New card', icon: 'card', to: `${paths.dashboard}?create-card` },
];

/** Everything that a person of this role can go to: pages, then what to do, then cards, then documents. */
export function paletteEntries(role: 'admin' | 'user', cards: readonly Card[]): readonly PaletteEntry[] {
  const pages = [...navigationOf(role), settingsLink, securityLink];
  return [
    ...pages.map(({ to, label, icon }) => ({ key: to, label, hint: 'Page', icon, to })),
    ...(role === 'user' ? actions : []),
    ...cards
      .filter(({ status }) => status !== 'deleted')
      .map(({ _id, name, label, last4Digits }) => ({
        key: _id,
        label: name,
        hint: `${label && `${label} · `}Card •••• ${last4Digits}`,
        icon: 'card' as const,
        to: href.card(_id),
      })),
    ...footerLinks
      .filter((link) => link.href !== paths.home)
      .map((link) => ({
        key: link.href,
        label: link.label,
        hint: 'Document',
        icon: 'external' as const,
        to: link.href,
        document: true as const,
      })),
  ];
}

/** The entries whose label or hint has every word of the query; those whose label begins with it first. */
export function findEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const wanted = query.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const begins = (entry: PaletteEntry) => Number(entry.label.toLowerCase().startsWith(wanted));
  return entries
    .filter((entry) => words.every((word) => `${entry.label} ${entry.hint}`.toLowerCase().includes(word)))
    .toSorted((a, b) => begins(b) - begins(a));
}
