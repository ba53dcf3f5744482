import { autoLoadRoutes } from '#shared/contract/auto-load.ts';
import { setLowBalance } from '#functions/domain/cards/change-standing-orders.ts';
import { describeCardNow } from '#functions/domain/cards/describe-card.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Sets or ends the notification of a low balance. */
export const handler = endpoint(autoLoadRoutes, 'cards.alerts', async ({ caller, params, body }, services) => {
  const key = { userId: caller.user.userId, cardId: params.id };
  const changed = setLowBalance(services, key, body.lowBalance ?? undefined);
  return { card: await describeCardNow(services, changed) };
});
