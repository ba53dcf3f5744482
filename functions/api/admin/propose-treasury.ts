import { treasuryRoutes } from '#shared/contract/treasury.ts';
import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import { describeMove } from '#functions/domain/treasury/describe-move.ts';
import { proposeMove } from '#functions/domain/treasury/propose-move.ts';
import { moneyEndpoint } from '#functions/runtime/endpoint.ts';

/** Stores a payout or top-up that another admin has to approve. */
export const handler = moneyEndpoint(treasuryRoutes, 'admin.propose-treasury', {
  start: async ({ caller, body }, services, claim) => {
    const { amount: amountCents, fee, coin, coinAmount, ...rest } = body;
    const actorId = caller.user.userId;
    const entered = { ...rest, amountCents, feeCents: fee as Cents, coin, coinAmount, actorId, claim };
    return (await proposeMove(services, entered)).moveId;
  },
  answer: async (subjectId, _request, { store }) => {
    const move = await store.get('treasuryMove', { moveId: subjectId as Id<'treasury'> });
    if (move === undefined) throw new Error(`${subjectId} is gone`);
    return describeMove(store, move);
  },
});
