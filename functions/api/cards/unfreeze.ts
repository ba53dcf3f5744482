import { describeCard } from '#functions/domain/cards/describe-card.ts';
import { setDesiredState } from '#functions/domain/cards/set-desired-state.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Unfreezes a card at once. Answers 202 while the issuer has not confirmed. */
export const handler = endpoint('cards.unfreeze', async ({ caller, params }, services) => {
  const card = await setDesiredState(services, { userId: caller.user.userId, cardId: params.id, desired: 'active' });
  const reply = { card: describeCard(card, services.clock.now()) };
  return card.actual === 'active' ? reply : answer(reply, { status: 202 });
});
