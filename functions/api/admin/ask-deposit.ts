import { deskRoutes } from '#shared/contract/desk.ts';
import { askDeposit } from '#functions/domain/desk/ask-deposit.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Asks the payment provider about a deposit, and to send its webhook again. */
export const handler = endpoint(deskRoutes, 'admin.ask-deposit', ({ caller, params }, services) =>
  askDeposit(services, { actorId: caller.user.userId, depositId: params.id }),
);
