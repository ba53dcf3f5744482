import { cents } from '#shared/money.ts';
import { proposeMove } from '#functions/domain/treasury/propose-move.ts';
import type { TreasuryMove } from '#functions/ports/entities/treasury.ts';
import type { MoneyWorld } from './money-world.ts';

/** A top-up of the float, as the API takes it. */
export const sampleMove = {
  kind: 'top_up',
  direction: 'out',
  amount: 500_000,
  fee: 1_500,
  reference: 'WIRE-2026-03-12',
  reason: 'Top-up of March.',
} as const;

/** Has an admin enter the sample top-up. */
export async function enteredMove({
  cardholder,
  services,
}: Pick<MoneyWorld, 'cardholder' | 'services'>): Promise<TreasuryMove> {
  const { userId: actorId } = await cardholder(0, { role: 'admin' });
  const { amount, fee, ...rest } = sampleMove;
  return proposeMove(services, {
    ...rest,
    amountCents: cents(amount),
    feeCents: cents(fee),
    coin: undefined,
    coinAmount: undefined,
    claim: undefined,
    actorId,
  });
}
