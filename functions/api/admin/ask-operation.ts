import { deskRoutes } from '#shared/contract/desk.ts';
import { askAboutOperation, reviewedState } from '#functions/domain/desk/waiting-operation.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Asks the card issuer again about an operation in review. */
export const handler = endpoint(deskRoutes, 'admin.ask-operation', async ({ caller, params }, services) => {
  const asked = await askAboutOperation(services, { operationId: params.id, actorId: caller.user.userId });
  return { verdict: asked.verdict, state: reviewedState(asked.operation) };
});
