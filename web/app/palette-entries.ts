import type { ReplyOf } from '#shared/contract/index.ts';
import type { StaffRole } from '#shared/contract/staff.ts';
import { canBeUnfrozen, canPayDebt } from '#web/features/cards/card-words.ts';
import type { IconName } from '#web/ui/icon.tsx';
import { casesLink, navigationOf, securityLink, settingsLink } from './navigation.ts';
import { footerLinks, href, paths } from '#web/navigation/paths.ts';

/** A card as the palette needs it. */
export type PaletteCard = Pick<
  ReplyOf<'cards.list'>[number],
  '_id' | 'name' | 'last4Digits' | 'status' | 'balance' | 'frozenReasons'
>;

/** Something that the palette does in place, without going anywhere. */
export type PaletteAct = { readonly kind: 'copy-number' | 'unfreeze'; readonly card: PaletteCard };

/** Somewhere to go, or something to do. */
export type PaletteEntry = {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: IconName;
} & (
  | { readonly to: string; readonly document?: true; readonly act?: never }
  | { readonly act: PaletteAct; readonly to?: never; readonly document?: never }
);

type Role = 'admin' | 'user';

const page = 'Page';

const ownPages: readonly PaletteEntry[] = [
  { key: casesLink.to, hint: page, ...casesLink },
  { key: 'add-money', label: 'Add Money', hint: 'Deposit', icon: 'plus', to: `${paths.dashboard}?add-money` },
  { key: 'create-card', label: 'Create Card', hint: 'New card', icon: 'card', to: `${paths.dashboard}?create-card` },
];

const staffPages: readonly PaletteEntry[] = [
  { key: 'settings', label: 'Platform Settings', hint: 'Desk', icon: 'settings', to: `${paths.desk}?view=settings` },
];

/** Pages of staff who decide about money. */
const moneyPages: readonly PaletteEntry[] = [
  { key: 'books', label: 'Books', hint: 'Desk', icon: 'receipt', to: `${paths.desk}?view=books` },
  { key: paths.float, label: 'Float', hint: 'Desk', icon: 'chart', to: paths.float },
];

const notifications: PaletteEntry = {
  key: paths.notifications,
  label: 'Notifications',
  hint: page,
  icon: 'bell',
  to: paths.notifications,
};

/** Everything that a person of this role can go to: pages, dialogs, cards, then documents. */
export function paletteEntries(
  role: Role,
  cards: readonly PaletteCard[],
  staffRole?: StaffRole,
): readonly PaletteEntry[] {
  const links = [...navigationOf(role), settingsLink, securityLink];
  return [
    ...links.map(({ to, label, icon }) => ({ key: to, label, hint: page, icon, to })),
    notifications,
    ...(role === 'user' ? ownPages : staffPages),
    ...(staffRole === undefined || staffRole === 'support' ? [] : moneyPages),
    ...cards
      .filter(({ status }) => status !== 'deleted')
      .map((card) => ({
        key: card._id,
        label: card.name,
        hint: cardHint(card),
        icon: 'card' as const,
        to: href.card(card._id),
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

function cardHint({ last4Digits }: PaletteCard): string {
  return `Card •••• ${last4Digits}`;
}

/** Everything that can be done with the cards as they stand now. */
export function cardActions(
  cards: readonly PaletteCard[],
  subscriptions: readonly { readonly cardId: string }[],
): readonly PaletteEntry[] {
  return cards.flatMap((card) => {
    const { _id, name } = card;
    const shared = { hint: cardHint(card) };
    const opens = (above: string, label: string, icon: IconName): PaletteEntry => ({
      ...shared,
      key: `${_id}${above}`,
      label: `${label} ${name}`,
      icon,
      to: href.card(_id) + above,
    });
    const does = (kind: PaletteAct['kind'], label: string, icon: IconName): PaletteEntry => ({
      ...shared,
      key: `${_id}-${kind}`,
      label: `${label} ${name}`,
      icon,
      act: { kind, card },
    });
    const hasSubscriptions = subscriptions.some(({ cardId }) => cardId === _id);
    return [
      ...actionsOf(card, opens, does),
      ...(hasSubscriptions ? [opens('#subscriptions', 'Subscriptions of', 'repeat')] : []),
    ];
  });
}

function actionsOf(
  card: PaletteCard,
  opens: (above: string, label: string, icon: IconName) => PaletteEntry,
  does: (kind: PaletteAct['kind'], label: string, icon: IconName) => PaletteEntry,
): readonly PaletteEntry[] {
  if (card.status === 'active')
    return [
      opens('?load', 'Load', 'plus'),
      opens('?freeze', 'Freeze', 'snowflake'),
      opens('?withdraw', 'Withdraw from', 'arrow-down-left'),
      does('copy-number', 'Copy number of', 'copy'),
    ];
  if (canPayDebt(card)) return [opens('?withdraw', 'Pay what you owe from', 'arrow-down-left')];
  const isStopped = card.status === 'freezed' || card.status === 'blocked';
  return isStopped && canBeUnfrozen(card) ? [does('unfreeze', 'Unfreeze', 'bolt')] : [];
}
