import { limits } from '#shared/limits.ts';
import type { Cents } from '#shared/money.ts';
import type { Card } from '#functions/ports/entities/cards.ts';

/**
 * Returns the changes of a card that was stopped for lack of money and now has enough: the sweeper unfreezes it. A
 * refund or a reversal brings money as a load does; without this, the card would stay frozen after it.
 */
export function relieved(
  { isShortOfMoney }: Pick<Card, 'isShortOfMoney'>,
  balanceCents: Cents,
  nowMs: number,
): Partial<Pick<Card, 'isShortOfMoney' | 'actual' | 'dueAtMs'>> {
  const isEnough = balanceCents >= limits.cardMinimumCents;
  return isShortOfMoney && isEnough ? { isShortOfMoney: false, actual: 'frozen', dueAtMs: nowMs } : {};
}
