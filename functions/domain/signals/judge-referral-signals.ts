import type { Id } from '#shared/ids.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, WriteConflict } from '#functions/ports/store.ts';
import { canonicalMailbox } from '#functions/domain/auth/sign-up/canonical-mailbox.ts';
import type { AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import { holdReferral } from '#functions/domain/referrals/hold-referral.ts';
import { isDisposable } from './disposable-domains.ts';
import { findRing } from './find-ring.ts';
import { isCrowded } from './count-network.ts';
import { openReferralTicket } from './referral-ticket.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'keys' | 'requestId'>;

/**
 * Checks a new referral, and holds it on a signal of abuse: the mailbox was referred before under another spelling, the
 * mail domain is disposable, the network is crowded, or the person belongs to a ring. The ring's other referrals are
 * held too. Opens the ticket of each referrer concerned. Doing it again changes nothing.
 */
export async function judgeReferralSignals(needs: Needs, { refereeId }: Pick<Reward, 'refereeId'>): Promise<void> {
  const { store } = needs;
  const referee = await store.get('user', { userId: refereeId });
  // An erased person has no address left to judge.
  if (referee === undefined || referee.erasedAtMs !== undefined) return;
  const ring = await findRing(store, referee);
  const held = new Set<Id<'user'>>();
  for (const memberId of ring) if (await holdReferral(needs, memberId, ['ring'])) held.add(memberId);
  const own = [
    ...((await isMailboxKnown(needs, referee)) ? (['mailbox'] as const) : []),
    ...(isDisposable(referee.email) ? (['disposable'] as const) : []),
    ...((await isCrowded(store, referee)) ? (['network'] as const) : []),
  ];
  if (own.length > 0 && (await holdReferral(needs, refereeId, own))) held.add(refereeId);
  await openTicketsOf(needs, [...held]);
}

/** Opens the ticket of each referrer of people whose referrals are held. */
export async function openTicketsOf(
  needs: AuditNeeds & Pick<Services, 'store'>,
  held: readonly Id<'user'>[],
): Promise<void> {
  const rewards = await needs.store.getMany(
    'reward',
    held.map((refereeId) => ({ refereeId, event: 'signup' })),
  );
  const referrers = new Set(rewards.flatMap((reward) => reward?.referrerId ?? []));
  for (const referrerId of referrers) {
    const ofReferrer = rewards.filter((reward) => reward?.referrerId === referrerId).flatMap((reward) => reward ?? []);
    await openReferralTicket(needs, referrerId, ofReferrer);
  }
}

/**
 * True when another person was referred with this mailbox before. Remembers the first person by a keyed hash of the
 * mailbox.
 */
async function isMailboxKnown({ store, keys }: Needs, { userId, email }: User): Promise<boolean> {
  const mailboxHash = await keys.emailHash(canonicalMailbox(email));
  const first = await store.get('referredMailbox', { mailboxHash });
  if (first !== undefined) return first.userId !== userId;
  try {
    await store.commit([insert('referredMailbox', { mailboxHash, userId })]);
    return false;
  } catch (thrown) {
    // Two spellings at the same moment: one of them is the first.
    if (!(thrown instanceof WriteConflict)) throw thrown;
    return (await store.get('referredMailbox', { mailboxHash }))?.userId !== userId;
  }
}
