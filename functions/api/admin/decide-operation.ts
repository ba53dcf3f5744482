import { deskRoutes } from '#shared/contract/desk.ts';
import { reviewedState } from '#functions/domain/desk/waiting-operation.ts';
import { decideOperation } from '#functions/domain/operations/decide-operation.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Decides the outcome of an operation in review. Returns 202 while a second admin has to make the same call. */
export const handler = endpoint(deskRoutes, 'admin.decide-operation', async ({ caller, params, body }, services) => {
  const { outcome, movedCents, reason } = body;
  const { operation, endedBy } = await decideOperation(services, {
    operationId: params.id,
    actorId: caller.user.userId,
    outcome,
    movedCents,
    reason,
  });
  const state = reviewedState(operation);
  if (endedBy === undefined) return answer({ status: 'waiting_for_second' as const, state }, { status: 202 });
  return { status: endedBy === 'issuer' ? ('ended_by_issuer' as const) : ('decided' as const), state };
});
