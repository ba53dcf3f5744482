import type { Coin } from '#shared/catalogue.ts';
import { useRead } from '#web/lib/use-api.ts';

import { worthText } from './books-words.ts';

/**
 * Says what the coins of a payout are worth now, for comparison with the amount that was typed in. Undefined without
 * coins.
 */
export function useCoinWorth(coin: Coin | null, coinAmount: string | null, amount: number): string | undefined {
  const { data } = useRead('transactions.exchange-rate', coin && { params: { currency: coin } });
  return data && worthText(Number(coinAmount) * data.course * 100, amount);
}
