import { cardRoutes } from '#shared/contract/cards.ts';
import { describeCardNow } from '#functions/domain/cards/describe-card.ts';
import { setCardPin } from '#functions/domain/cards/set-card-pin.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Sets a new 3DS code at the issuer. It is stored nowhere. */
export const handler = endpoint(cardRoutes, 'cards.pin', async ({ caller, params, body }, services) => {
  const changed = setCardPin(services, { userId: caller.user.userId, cardId: params.id, pin: body.pin });
  return { card: await describeCardNow(services, changed) };
});
