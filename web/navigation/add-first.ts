import { limits } from '#shared/limits.ts';
import { cents, formatCents, type Cents } from '#shared/money.ts';
import { href, paths } from './paths.ts';

/** The action that a deposit is made for: the load of a card, or a new card. */
export type DepositAim = { readonly cardId: string; readonly cents: Cents } | 'create-card';

/**
 * History state for the way to Add Funds: Back and Close lead to the dialog where it began, not to a bare page between.
 */
export const oneLayer = { layers: 1 } as const;

/** Returns the way to Add Funds with the missing sum filled in, which leads back to `aim` once the money is there. */
export function addFirst(missingCents: number): {
  readonly label: string;
  readonly to: (aim: DepositAim) => string;
} {
  const sum = cents(Math.min(Math.max(missingCents, limits.depositMinCents), limits.depositMaxCents));
  return {
    label: `Add ${formatCents(sum)} first`,
    to: (aim) => `${paths.dashboard}?add-money&sum=${sum}&aim=${aimText(aim)}`,
  };
}

function aimText(aim: DepositAim): string {
  return aim === 'create-card' ? aim : `${encodeURIComponent(aim.cardId)}.${aim.cents}`;
}

/** Reads an aim from the address; undefined for none, and for a text that is none. */
export function aimOf(text: string | null | undefined): DepositAim | undefined {
  if (text === 'create-card') return text;
  const [, cardId, sum] = /^(crd_[0-9A-Z]+)\.([1-9]\d{0,8})$/.exec(text ?? '') ?? [];
  return cardId === undefined ? undefined : { cardId, cents: cents(Number(sum)) };
}

/** The address of the dialog that the aim is about. */
export function aimAddress(aim: Exclude<DepositAim, 'create-card'>): string {
  return `${href.card(aim.cardId)}?load=${aim.cents}`;
}
