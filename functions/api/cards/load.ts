import { cardRoutes } from '#shared/contract/cards.ts';
import { requestLoad } from '#functions/domain/cards/orders/request-load.ts';
import { answerOperation } from '#functions/domain/operations/answer-operation.ts';
import { answer } from '#functions/runtime/answer.ts';
import { moneyEndpoint } from '#functions/runtime/endpoint.ts';

/** Loads a card from the balance for the fee of the present prices. Returns 202 while the issuer has not confirmed. */
export const handler = moneyEndpoint(cardRoutes, 'cards.load', {
  start: ({ caller, params, body, headers }, services, claim) =>
    requestLoad(services, {
      user: caller.user,
      cardId: params.id,
      requestedCents: body.amount,
      includesFee: body.includesFee,
      quotedVersion: headers['price-version'],
      claim,
      isSent: true,
    }),
  answer: async (subjectId, { caller }, services, isOwn) => {
    const { card, operation } = await answerOperation(services, caller.user.userId, subjectId, {}, isOwn);
    return operation ? answer({ card, operation }, { status: 202 }) : { card };
  },
});
