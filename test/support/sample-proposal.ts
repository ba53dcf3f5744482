import { cents } from '#shared/money.ts';
import type { AdjustmentProposal } from '#functions/domain/adjustments/propose-adjustment.ts';
import type { User } from '#functions/ports/entities/accounts.ts';

/** Returns a proposal to give a person $5, without the admin. */
export function sampleProposal({ userId }: Pick<User, 'userId'>): Omit<AdjustmentProposal, 'actorId'> {
  return {
    userId,
    direction: 'credit',
    amountCents: cents(500),
    reason: 'Charged twice by our mistake.',
    link: undefined,
  };
}
