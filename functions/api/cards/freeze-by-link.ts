import { notificationRoutes } from '#shared/contract/notifications.ts';
import { freezeByLink } from '#functions/domain/notifications/freeze-link.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Freezes the card of a mailed purchase, with the token of that mail. Signs nobody in. */
export const handler = endpoint(notificationRoutes, 'cards.freeze-by-link', async ({ body }, services) => {
  const { name, last4Digits, actual } = await freezeByLink(services, body);
  const card = { name, last4Digits };
  return actual === 'frozen'
    ? { message: 'Your card is frozen. Every purchase is declined until you unfreeze it.', card }
    : answer({ message: 'We’re freezing your card. It takes a moment.', card }, { status: 202 });
});
