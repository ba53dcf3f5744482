import type { ReplyOf } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { auditWrite, type AuditNeeds } from '../admin/audit-write.ts';
import { decidingAdmin } from '../admin/deciding-admin.ts';
import { quotaWrites } from '../auth/quota.ts';
import { applyPayment } from '../deposits/apply-payment.ts';
import { depositStatus } from '../deposits/deposit-status.ts';
import { commitForRetry, withRetries } from '../with-retries.ts';

type Needs = AuditNeeds & Pick<Services, 'store' | 'log' | 'payments' | 'issuerEvents'>;

/** Minimum interval between two reads of one payment, set by the provider, in milliseconds. */
const askEveryMs = 30_000;

/**
 * Reads a deposit's payment at the provider, applies it as every other read, and asks the provider to send its last
 * webhook again. Only the record decides; the webhook shows whether the provider can reach us. Throws AppError
 * NotFound, Forbidden, TooManyRequests, and Conflict for a deposit that has no invoice.
 */
export async function askDeposit(
  needs: Needs,
  { actorId, depositId }: { readonly actorId: Id<'user'>; readonly depositId: Id<'deposit'> },
): Promise<ReplyOf<'admin.ask-deposit'>> {
  const { store, payments } = needs;
  const before = await withRetries(needs, async () => {
    const deposit = await store.get('deposit', { depositId });
    if (deposit === undefined) throw new AppError('NotFound', 'Deposit not found.');
    await decidingAdmin(store, { actorId, ownerId: deposit.userId });
    if (deposit.lifecycle !== 'open') throw new AppError('Conflict', 'This deposit has no invoice.');
    // Recorded first: the answer may book money, and the process may die before it returns.
    await commitForRetry(store, [
      ...(await quotaWrites(needs, [{ counterId: `ask-deposit:${depositId}`, max: 1, windowMs: askEveryMs }])),
      auditWrite(needs, {
        action: 'ask-deposit',
        actorId,
        subjectId: deposit.userId,
        about: depositId,
        before: { status: depositStatus(deposit) },
        after: { asked: true },
      }),
    ]);
    return deposit;
  });
  const answer = await payments.readPayment(depositId);
  const payment = answer.outcome === 'success' ? answer.value : undefined;
  const deposit = payment === undefined ? before : await applyPayment(needs, before, payment);
  const facts = { status: depositStatus(deposit), credited: deposit.creditedCents };
  if (answer.outcome !== 'success') return { record: 'silent', ...facts, webhook: 'silent' };
  if (payment === undefined) return { record: 'unknown', ...facts, webhook: 'not_offered' };
  const sent = await payments.requestWebhook(depositId);
  const record = payment.reference === depositId ? 'applied' : 'another';
  return { record, ...facts, webhook: sent.outcome === 'success' ? sent.value : 'silent' };
}
