import { autoLoadRoutes } from '#shared/contract/auto-load.ts';
import { endAutoLoad } from '#functions/domain/cards/change-standing-orders.ts';
import { describeCardNow } from '#functions/domain/cards/describe-card.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Ends auto-load of a card. */
export const handler = endpoint(autoLoadRoutes, 'cards.end-auto-load', async ({ caller, params }, services) => {
  const changed = endAutoLoad(services, { userId: caller.user.userId, cardId: params.id });
  return { card: await describeCardNow(services, changed) };
});
