import { cardRoutes } from '#shared/contract/cards.ts';
import { requestWithdrawal } from '#functions/domain/cards/orders/request-withdrawal.ts';
import { answerOperation } from '#functions/domain/operations/answer-operation.ts';
import { answer } from '#functions/runtime/answer.ts';
import { moneyEndpoint } from '#functions/runtime/endpoint.ts';

/** Withdraws from a card to the balance, free of charge. Returns 202 while the issuer has not confirmed. */
export const handler = moneyEndpoint(cardRoutes, 'cards.unload', {
  start: ({ caller, params, body }, services, claim) =>
    requestWithdrawal(services, {
      user: caller.user,
      cardId: params.id,
      amountCents: body.amount,
      claim,
      isSent: true,
    }),
  answer: async (subjectId, { caller }, services, isOwn) => {
    const { card, operation } = await answerOperation(services, caller.user.userId, subjectId, {}, isOwn);
    return operation ? answer({ card, operation }, { status: 202 }) : { card };
  },
});
