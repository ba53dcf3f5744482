import { zero } from '#shared/money.ts';
import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { remove, update, type Write } from '#functions/ports/store.ts';
import { ownAuditWrite, type AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import { accountReturned } from '#functions/domain/ledger/postings.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { returnedReward } from '#functions/domain/referrals/reward.ts';

type Needs = Pick<Services, 'store'> & AuditNeeds;

/**
 * Returns the writes of a sign-in with those that open a closed account again. Waived money and money that came
 * meanwhile return to the balance, and earn the referrer the reward. The writes for an open account are returned as
 * they are. Conflicts with an erasure that begins.
 *
 * Throws AppError InvalidCredentials once the erasure has begun.
 */
export async function withReturn(needs: Needs, user: User, signIn: readonly Write[]): Promise<readonly Write[]> {
  if (user.closedAtMs === undefined) return signIn;
  if (user.erasedAtMs !== undefined) throw new AppError('InvalidCredentials', 'Wrong email or password.');
  const { store, clock } = needs;
  const { userId } = user;
  const [wallet, places, reward] = await store.getThree(
    { kind: 'wallet', key: { userId } },
    { kind: 'openDeposits', key: { userId } },
    { kind: 'reward', key: { refereeId: userId, event: 'signup' } },
  );
  if (!wallet) throw new Error(`${userId} has no wallet`);
  const nowMs = clock.now();
  const opened = { ...wallet, closedAtMs: undefined };
  const posting = new Posting(nowMs, { wallet: opened });
  if ((wallet.unclaimedCents ?? zero) > 0) posting.post(accountReturned(wallet));
  posting.changeWallet({ closedAtMs: undefined });
  // A sign-in may change the account, too: one write does both.
  const isOfUser = (write: Write): boolean => write.write === 'update' && write.kind === 'user';
  const own = signIn.find(isOfUser) ?? update('user', user, {});
  return [
    ...signIn.filter((write) => !isOfUser(write)),
    {
      ...own,
      value: { ...(own as { readonly value: User }).value, closedAtMs: undefined, updatedAtMs: nowMs },
    } as Write,
    ...posting.writesWithoutCards(),
    ...(places ? [update('openDeposits', places, { closedAtMs: undefined })] : []),
    ...returnedReward(reward, nowMs),
    remove('closing', { userId }),
    ownAuditWrite(needs, { userId, action: 'account-returned' }),
  ];
}
