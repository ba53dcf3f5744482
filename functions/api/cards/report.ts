import { caseRoutes } from '#shared/contract/cases.ts';
import { describeWithMessages } from '#functions/domain/cases/read-case.ts';
import { reportPayment } from '#functions/domain/cases/report-payment.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Opens a case about a payment. If the cardholder did not make the payment, the card is frozen first. */
export const handler = endpoint(caseRoutes, 'cards.report', async ({ caller, params, body }, services) => {
  const { id: cardId, reference } = params;
  const opened = await reportPayment(services, { userId: caller.user.userId, cardId, reference, ...body });
  return describeWithMessages(services.store, opened);
});
