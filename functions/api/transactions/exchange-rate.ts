import { transactionRoutes } from '#shared/contract/transactions.ts';
import { AppError } from '#shared/errors.ts';
import { coinOf, providerDown } from '#functions/domain/deposits/request-deposit.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Returns the price of a coin in USD, for display only: the binding rate is the one in the invoice. */
export const handler = endpoint(transactionRoutes, 'transactions.exchange-rate', async ({ params }, { payments }) => {
  const coin = coinOf(params.currency);
  const rate = await payments.readRate(coin);
  if (rate.outcome !== 'success') throw providerDown();
  if (rate.value === undefined) throw new AppError('NotFound', `There is no rate for ${coin} right now.`);
  return { from: coin, course: Number(rate.value) };
});
