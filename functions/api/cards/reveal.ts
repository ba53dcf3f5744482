import { cardRoutes } from '#shared/contract/cards.ts';
import { revealCard } from '#functions/domain/cards/reveal-card.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Returns number, expiry and CVV, passed through from the issuer's relay in memory: never stored, logged or cached. */
export const handler = endpoint(cardRoutes, 'cards.reveal', async ({ caller, params }, services) =>
  answer(await revealCard(services, { userId: caller.user.userId, cardId: params.id }), {
    headers: { 'cache-control': 'no-store, private', pragma: 'no-cache' },
  }),
);
