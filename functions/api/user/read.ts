import { userRoutes } from '#shared/contract/user.ts';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import { renewRegistration } from '#functions/domain/operations/renew-registration.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/**
 * Returns the signed-in person with the balance as it is now. Begins a registration with the card issuer again that
 * failed: the page that waits for it reads the person.
 */
export const handler = readEndpoint<'user.read', Wallet | undefined>(userRoutes, 'user.read', {
  want: ({ userId }) => ({ kind: 'wallet', key: { userId } }),
  answer: async (wallet, { caller: { user } }, services) => {
    if (wallet === undefined) throw new Error(`no wallet: ${user.userId}`);
    if (user.holderId === undefined) await renewRegistration(services, user);
    return describeUser(user, wallet);
  },
});
