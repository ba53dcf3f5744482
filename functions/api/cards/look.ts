import { cardRoutes } from '#shared/contract/cards.ts';
import { changeCardAppearance } from '#functions/domain/cards/change-card-appearance.ts';
import { describeCardNow } from '#functions/domain/cards/describe-card.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Gives a card another name or another colour. */
export const handler = endpoint(cardRoutes, 'cards.look', async ({ caller, params, body }, services) => {
  const changed = changeCardAppearance(services, { userId: caller.user.userId, cardId: params.id, ...body });
  return { card: await describeCardNow(services, changed) };
});
