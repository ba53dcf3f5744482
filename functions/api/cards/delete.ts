import { cardRoutes } from '#shared/contract/cards.ts';
import { tryCloseCard } from '#functions/domain/cards/try-close-card.ts';
import { describeCardNow } from '#functions/domain/cards/describe-card.ts';
import { requestDeletion } from '#functions/domain/cards/orders/request-deletion.ts';
import { visibleCard } from '#functions/domain/cards/visible-card.ts';
import { readSteering } from '#functions/domain/steering/read-steering.ts';
import { moneyEndpoint } from '#functions/runtime/endpoint.ts';

/** Deletes a card at once and credits what is left on it to the balance. The issuer closes the card afterwards. */
export const handler = moneyEndpoint(cardRoutes, 'cards.delete', {
  start: async ({ caller, params }, services, claim) => {
    // Read while the card is being deleted, so that a function's first reply waits no longer for the card's limits.
    readSteering(services).catch(() => undefined);
    const operationId = await requestDeletion(services, { user: caller.user, cardId: params.id, claim });
    await tryCloseCard(services, operationId);
    return operationId;
  },
  answer: async (_subjectId, { caller, params }, services) => {
    const read = services.store.get('card', { userId: caller.user.userId, cardId: params.id });
    return { card: await describeCardNow(services, read.then(visibleCard)) };
  },
});
