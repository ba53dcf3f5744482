import { limits } from '#shared/limits.ts';
import type { Cents } from '#shared/money.ts';
import type { Card } from '#functions/ports/entities/cards.ts';

/**
 * Changes of a card that was stopped for lack of money and now has enough: the sweeper unfreezes it. Money comes by a
 * load, a refund or a reversal; a card that only a load set going would stay frozen after the others.
 */
export function relieved(
  { isShortOfMoney }: Pick<Card, 'isShortOfMoney'>,
  balanceCents: Cents,
  nowMs: number,
): Partial<Pick<Card, 'isShortOfMoney' | 'actual' | 'dueAtMs'>> {
  const isEnough = balanceCents >= limits.cardMinimumCents;
  return isShortOfMoney && isEnough ? { isShortOfMoney: false, actual: 'frozen', dueAtMs: nowMs } : {};
}
