import { autoLoadRoutes } from '#shared/contract/auto-load.ts';
import { setAutoLoad } from '#functions/domain/cards/change-standing-orders.ts';
import { describeCardNow } from '#functions/domain/cards/describe-card.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Orders auto-loads of a card. */
export const handler = endpoint(
  autoLoadRoutes,
  'cards.auto-load',
  async ({ caller, params, body, headers }, services) => {
    const order = { ...body, quotedVersion: headers['price-version'] };
    const card = await setAutoLoad(services, { userId: caller.user.userId, cardId: params.id }, order);
    return { card: await describeCardNow(services, card) };
  },
);
