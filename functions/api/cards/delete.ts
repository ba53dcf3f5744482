import { requestClosing } from '#functions/domain/cards/request-closing.ts';
import { answerOperation } from '#functions/domain/operations/answer-operation.ts';
import { answer } from '#functions/runtime/answer.ts';
import { moneyEndpoint } from '#functions/runtime/endpoint.ts';

/** Deletes a card; what is left on it returns to the balance. Answers 202 while the issuer has not confirmed. */
export const handler = moneyEndpoint('cards.delete', {
  start: ({ caller, params }, services, claim) =>
    requestClosing(services, { user: caller.user, cardId: params.id, claim }),
  answer: async (subjectId, { caller }, services) => {
    const { card, operation } = await answerOperation(services, caller.user.userId, subjectId, {});
    return operation ? answer({ card, operation }, { status: 202 }) : { card };
  },
});
