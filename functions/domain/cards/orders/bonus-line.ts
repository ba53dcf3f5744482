import type { ActivityLine } from '#functions/ports/entities/books.ts';
import { insert, type Write } from '#functions/ports/store.ts';
import { completedLine } from '#functions/domain/activity/completed-line.ts';
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
  const line = completedLine({
    userId,
    subjectId: lineId,
    kind: 'referral_bonus',
    direction: 'credit',
    amountCents: bonusCents,
    email: user.email,
    description: 'Bonus for your first card',
    cardId,
    createdAtMs: nowMs,
  });
  return insert('movement', line);
}
