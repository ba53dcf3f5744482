import { deskRoutes } from '#shared/contract/desk.ts';
import { cents } from '#shared/money.ts';
import { decideDeposit } from '#functions/domain/deposits/decide-deposit.ts';
import { describeDeposit } from '#functions/domain/deposits/describe-deposit.ts';
import { answer } from '#functions/runtime/answer.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Decides the total worth of a deposit. Returns 202 while a second admin has to make the same call. */
export const handler = endpoint(deskRoutes, 'admin.decide-deposit', async ({ caller, params, body }, services) => {
  const { outcome, creditCents, accept, reason } = body;
  const { status, deposit } = await decideDeposit(services, {
    depositId: params.id,
    actorId: caller.user.userId,
    outcome,
    creditCents: creditCents === undefined ? undefined : cents(creditCents),
    accept: accept ?? [],
    reason,
  });
  const reply = { status, deposit: describeDeposit(deposit) };
  return status === 'waiting_for_second' ? answer(reply, { status: 202 }) : reply;
});
