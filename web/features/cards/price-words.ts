import { formatCents } from '#shared/money.ts';
import type { Prices } from '#shared/prices.ts';

/** The rule of a load's fee: `3% + $1`. */
export function loadRule({ loadPercent, loadFixedCents }: Pick<Prices, 'loadPercent' | 'loadFixedCents'>): string {
  return `${loadPercent}% + ${shortDollars(loadFixedCents)}`;
}

/** `$20`, `$19.50`: without the cents where there are none. */
export function shortDollars(amountCents: number): string {
  return formatCents(amountCents).replace(/\.00$/, '');
}
