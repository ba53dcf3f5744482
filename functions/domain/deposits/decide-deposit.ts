import type { Id } from '#shared/ids.ts';
import type { Cents } from '#shared/money.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { withRetries } from '../with-retries.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log'>;

/**
 * Stores what a person decided that a deposit is worth in all, as long as the provider says nothing new of it: the rest of
 * a payment of more than twice the invoice, or what is left after a refund of a part, of which the provider never tells how
 * much it was. No money moves here: the deposit is due at once, and the next read of it books the difference.
 * Throws when there is no such deposit, or it has no invoice.
 */
export async function decideDeposit(
  needs: Needs,
  { depositId, targetCents }: { readonly depositId: Id<'deposit'>; readonly targetCents: Cents },
): Promise<Deposit> {
  const { store, clock, log } = needs;
  if (targetCents < 0) throw new RangeError('a deposit is not worth less than nothing');
  return withRetries(needs, async () => {
    const deposit = await store.get('deposit', { depositId });
    if (deposit?.lifecycle !== 'open') throw new Error(`no such deposit, or it has no invoice: ${depositId}`);
    const decided = {
      decision: { state: deposit.state, targetCents },
      reviewReason: undefined,
      dueAtMs: clock.now(),
    };
    await store.commit([update('deposit', deposit, decided)]);
    log.warn('a person decided what a deposit is worth', { depositId, state: deposit.state, targetCents });
    return { ...deposit, ...decided, version: deposit.version + 1 };
  });
}
