import type { Id } from '#shared/ids.ts';
import type { ReferralAccount } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { auditWrite } from '../admin/audit-write.ts';
import { withRetries } from '../with-retries.ts';
import { openReferralAccount, payoutDueAtMs } from './referral-account.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'requestId'>;

/** Terms that an admin may grant a referrer. A missing field stays as it is. */
export type ReferralTerms = Partial<Pick<ReferralAccount, 'isPremium' | 'isAutomatic'>>;

/**
 * Changes a referrer's terms, by an operator's command, and records it. Premium counts for cards created from now on;
 * automatic payouts begin with the rewards that are in the account already.
 */
export async function setReferralTerms(needs: Needs, userId: Id<'user'>, terms: ReferralTerms): Promise<void> {
  await withRetries(needs, async () => {
    const account = await openReferralAccount(needs, userId);
    const nowMs = needs.clock.now();
    const dueAtMs = payoutDueAtMs({ ...account, ...terms }, nowMs);
    const { isPremium, isAutomatic } = account;
    await needs.store.commit([
      update('referralAccount', account, { ...terms, dueAtMs, updatedAtMs: nowMs }),
      auditWrite(needs, {
        action: 'referral-terms',
        actorId: 'command-line',
        subjectId: userId,
        before: { isPremium, isAutomatic },
        after: { isPremium, isAutomatic, ...terms },
        reason: undefined,
      }),
    ]);
  });
}
