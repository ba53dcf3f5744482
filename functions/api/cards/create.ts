import { cardRoutes } from '#shared/contract/cards.ts';
import { answerOperation } from '#functions/domain/operations/answer-operation.ts';
import { requestCreation } from '#functions/domain/cards/orders/request-creation.ts';
import { answer } from '#functions/runtime/answer.ts';
import { moneyEndpoint } from '#functions/runtime/endpoint.ts';

/**
 * Creates a card at the present prices. The 3DS code goes to the issuer and nowhere else: if the process dies before it
 * has sent the code, the hold is released and no card is created.
 */
export const handler = moneyEndpoint(cardRoutes, 'cards.create', {
  start: ({ caller, body, headers }, services, claim) =>
    requestCreation(services, {
      user: caller.user,
      name: body.name,
      quotedVersion: headers['price-version'],
      claim,
      isDriven: true,
    }),
  answer: async (subjectId, { caller, body }, services) => {
    const reply = await answerOperation(services, caller.user.userId, subjectId, { pin: body.pin });
    const reward = reply.rewardCents;
    const message = reply.operation
      ? 'Your card is being created. This is taking a little longer than usual.'
      : `Your card ${reply.card.name} is ready.`;
    return answer(
      { reward, message, card: reply.card, ...(reply.operation ? { operation: reply.operation } : {}) },
      reply.operation ? { status: 202 } : {},
    );
  },
});
