import { cardRoutes } from '#shared/contract/cards.ts';
import { describeCardNow } from '#functions/domain/cards/describe-card.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/**
 * Freezes a card: it accepts no load once the freeze is stored, and no purchase once the issuer has frozen it. Returns
 * 202 until then.
 */
export const handler = endpoint(cardRoutes, 'cards.freeze', async ({ caller, params }, services) => {
  const changed = setDesiredState(services, { userId: caller.user.userId, cardId: params.id, desired: 'frozen' });
  const reply = { card: await describeCardNow(services, changed) };
  return (await changed).actual === 'frozen' ? reply : answer(reply, { status: 202 });
});
