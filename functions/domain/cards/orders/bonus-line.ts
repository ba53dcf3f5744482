import type { ActivityLine } from '#functions/ports/entities/books.ts';
import { insert, type Write } from '#functions/ports/store.ts';
import { zero } from '#shared/money.ts';
import type { OperationNeeds } from '#functions/domain/operations/operation-steps.ts';

/** Returns the activity line of a first card's bonus, which is written once the bonus is the user's for good. */
export async function bonusLine(
  { store, random }: Pick<OperationNeeds, 'store' | 'random'>,
  {
    userId,
    cardId,
    bonusCents,
  }: Pick<ActivityLine, 'userId' | 'cardId'> & { readonly bonusCents: ActivityLine['amountCents'] },
  nowMs: number,
): Promise<Write> {
  const user = await store.get('user', { userId });
  if (!user) throw new Error(`no such user: ${userId}`);
  const lineId = random.id('movement', nowMs);
  return insert('movement', {
    userId,
    subjectId: lineId,
    kind: 'referral_bonus',
    direction: 'credit',
    tid: lineId,
    amountCents: bonusCents,
    paidCents: bonusCents,
    feeCents: zero,
    email: user.email,
    status: 'completed',
    description: 'Bonus for your first card',
    cardId,
    paymentUrl: undefined,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    version: 1,
  });
}
