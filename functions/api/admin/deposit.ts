import { deskRoutes } from '#shared/contract/desk.ts';
import { readDepositFile } from '#functions/domain/desk/waiting-deposit.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Returns one deposit with its timeline, and the provider's record as it is now. Each read is recorded. */
export const handler = endpoint(deskRoutes, 'admin.deposit', ({ caller, params }, services) =>
  readDepositFile(services, { actorId: caller.user.userId, depositId: params.id }),
);
