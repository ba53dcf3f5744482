import { formatCents } from '#shared/money.ts';

import type { Card } from '../card-words.ts';

/** The state of a card's alert in a few words. */
export function lowBalanceState({ lowBalance }: Pick<Card, 'lowBalance'>): string {
  return lowBalance === null ? 'Off' : `Below ${formatCents(lowBalance)}`;
}

/** The state of a card's auto-load in a few words. */
export function autoLoadState({ autoLoad }: Pick<Card, 'autoLoad'>): string {
  return autoLoad === null ? 'Off' : `${formatCents(autoLoad.amount)} when below ${formatCents(autoLoad.below)}`;
}

/** Texts of the two dialogs. */
export const alertWords = {
  alert: 'Low-balance alert',
  autoLoad: 'Auto-load',
  alertAbout: 'We notify you once each time the card’s balance falls below this amount.',
  autoLoadAbout:
    'When a purchase leaves the card below the first amount, we load it from your balance. One purchase starts at most one load.',
  autoLoadRules:
    'It pauses while the card is frozen, your account is locked or you owe money. After three failures in a row it’s switched off, and we tell you.',
  failureTitle: (failures: number): string =>
    failures === 0 ? 'The last load has to wait' : `The last ${failures === 1 ? 'load' : 'loads'} failed`,
  paused: 'Auto-load is paused while this card isn’t active.',
} as const;
