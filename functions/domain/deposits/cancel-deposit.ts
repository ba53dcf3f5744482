import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Deposit } from '#functions/ports/entities/deposits.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { withRetries } from '../with-retries.ts';
import { shownStatus } from './deposit-status.ts';

/**
 * Hides an unpaid deposit from its owner's list and frees its place. The provider cannot cancel an invoice: it is
 * polled as before, and late money is still credited and shows the deposit again. Doing it again changes nothing.
 * Throws AppError NotFound (also for another person's deposit), Conflict when money arrived, our team reviews a
 * payment, or the invoice has ended.
 */
export async function cancelDeposit(
  needs: Pick<Services, 'store' | 'clock' | 'random'>,
  query: { readonly userId: Id<'user'>; readonly depositId: Id<'deposit'> },
): Promise<Deposit> {
  const { store, clock } = needs;
  const { userId, depositId } = query;
  return withRetries(needs, async () => {
    const [deposit, line] = await store.getBoth(
      { kind: 'deposit', key: { depositId } },
      { kind: 'movement', key: { userId, subjectId: depositId } },
    );
    if (deposit?.userId !== userId) throw new AppError('NotFound', 'Deposit not found.');
    if (!line) throw new Error(`${depositId} has no activity line`);
    if (deposit.canceledAtMs !== undefined) return deposit;
    if (deposit.receivedAmount !== undefined) {
      throw new AppError('Conflict', 'Money for this deposit has arrived, so it cannot be canceled.');
    }
    if (shownStatus(deposit) !== 'pending') {
      throw new AppError('Conflict', 'Only a deposit that waits for its payment can be canceled.');
    }
    const nowMs = clock.now();
    const canceled = { canceledAtMs: nowMs };
    await store.commit([update('deposit', deposit, canceled), update('movement', line, { isHidden: true })]);
    return { ...deposit, ...canceled, version: deposit.version + 1 };
  });
}
