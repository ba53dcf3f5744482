import { cardRoutes } from '#shared/contract/cards.ts';
import { describeCardNow } from '#functions/domain/cards/describe-card.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Unfreezes a card at once, for good or for a time. Returns 202 while the issuer has not confirmed. */
export const handler = endpoint(cardRoutes, 'cards.unfreeze', async ({ caller, params, body }, services) => {
  const { forMinutes } = body;
  const changed = setDesiredState(services, {
    userId: caller.user.userId,
    cardId: params.id,
    desired: 'active',
    forMs: forMinutes && forMinutes * 60_000,
  });
  const reply = { card: await describeCardNow(services, changed) };
  return (await changed).actual === 'active' ? reply : answer(reply, { status: 202 });
});
