import { transactionRoutes } from '#shared/contract/transactions.ts';
import { describeDeposit } from '#functions/domain/deposits/describe-deposit.ts';
import { openInvoice } from '#functions/domain/deposits/open-invoice.ts';
import { requestDeposit } from '#functions/domain/deposits/request-deposit.ts';
import { moneyEndpoint } from '#functions/runtime/endpoint.ts';
import type { Id } from '#shared/ids.ts';

/** Opens a deposit. It is stored first; then the provider is asked where it is to be paid. */
export const handler = moneyEndpoint(transactionRoutes, 'transactions.create', {
  start: ({ caller, body }, services, claim) =>
    requestDeposit(services, {
      user: caller.user,
      currency: body.currency,
      network: body.network,
      amountCents: body.amountInUsd,
      claim,
    }),
  answer: async (depositId, _request, services) => {
    const deposit = await openInvoice(services, depositId as Id<'deposit'>);
    return { paymentUrl: deposit.paymentUrl ?? '', transaction: describeDeposit(deposit) };
  },
});
