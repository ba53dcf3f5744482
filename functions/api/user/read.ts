import { userRoutes } from '#shared/contract/user.ts';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import type { Wallet } from '#functions/ports/entities/books.ts';
import { readEndpoint } from '#functions/runtime/endpoint.ts';

/** Returns the signed-in person with the balance as it is now. */
export const handler = readEndpoint<'user.read', Wallet | undefined>(userRoutes, 'user.read', {
  want: ({ userId }) => ({ kind: 'wallet', key: { userId } }),
  answer: async (wallet, { caller: { user } }) => {
    if (wallet === undefined) throw new Error(`no wallet: ${user.userId}`);
    return describeUser(user, wallet);
  },
});
