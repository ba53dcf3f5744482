import { treasuryRoutes } from '#shared/contract/treasury.ts';
import type { Cents } from '#shared/money.ts';
import { describeMove } from '#functions/domain/treasury/describe-move.ts';
import { proposeMove } from '#functions/domain/treasury/propose-move.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Stores a payout or top-up that another admin has to approve. */
export const handler = endpoint(treasuryRoutes, 'admin.propose-treasury', async ({ caller, body }, services) => {
  const { amount: amountCents, fee, coin, coinAmount: amount, kind, direction, reference, reason } = body;
  const coins = coin === undefined || amount === undefined ? undefined : { coin, amount };
  const entered = { kind, direction, amountCents, feeCents: fee as Cents, coins, reference, reason };
  return describeMove(services.store, await proposeMove(services, { ...entered, actorId: caller.user.userId }));
});
