import { treasuryRoutes } from '#shared/contract/treasury.ts';
import { decideMove } from '#functions/domain/treasury/decide-move.ts';
import { describeMove } from '#functions/domain/treasury/describe-move.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Posts a transfer that another admin entered, or rejects it. */
export const handler = endpoint(treasuryRoutes, 'admin.decide-treasury', async ({ caller, params, body }, services) =>
  describeMove(services.store, await decideMove(services, { ...body, moveId: params.id, actorId: caller.user.userId })),
);
