import type { Id } from '#shared/ids.ts';
import { least, minus, sum, zero, type Cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { ActivityLine } from '#functions/ports/entities/books.ts';
import type { ReferralAccount, Reward } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, unchanged, update } from '#functions/ports/store.ts';
import { hourMs } from '#functions/domain/durations.ts';
import { completedLine } from '#functions/domain/activity/completed-line.ts';
import { rewardsPaidOut } from '#functions/domain/ledger/referral-postings.ts';
import { Posting } from '../ledger/posting.ts';
import { isLocked } from '#functions/domain/cards/account-lock.ts';
import { withRetries } from '../with-retries.ts';
import { payoutDueAtMs, wholeUnits, withdrawableOf } from './referral-account.ts';
import { revocation } from './reward.ts';
import { readPeople, readPerson, samePerson } from './self-referral.ts';
import { settleReward } from './settle-reward.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log'>;

/** Delay before the payout of a suspended or locked referrer is checked again, in milliseconds. */
const putOffMs = hourMs;

/** Number of rewards that are checked at a time. */
const pageSize = 100;

/**
 * Pays a requested or automatic payout into the balance. Payout, balance and activity line are one transaction,
 * conditional on the account that holds the request. So it is paid once, even when two runs pay at the same time or one
 * dies. Rewards for own accounts are taken back first, and only whole units of the rest are paid. The payout of a
 * suspended, locked or closed account waits; that of an erased one ends.
 */
export async function payOut(needs: Needs, userId: Id<'user'>): Promise<'paid' | 'put off' | 'nothing'> {
  const { store, clock, random, log } = needs;
  const account = await store.get('referralAccount', { userId });
  if (!account || !isDue(account, clock.now())) return 'nothing';
  await takeBackOwn(needs, account);
  const beganAtMs = clock.now();
  const automaticId = random.id('movement', beganAtMs);
  return withRetries(needs, async () => {
    const nowMs = clock.now();
    const [referral, wallet] = await store.getBoth(
      { kind: 'referralAccount', key: { userId } },
      { kind: 'wallet', key: { userId } },
    );
    if (!referral || !isDue(referral, nowMs)) return 'nothing';
    const user = await store.get('user', { userId });
    if (!user || !wallet) throw new Error(`${userId} has no profile or wallet`);
    if (user.erasedAtMs !== undefined) {
      const ended = { requested: undefined, isAutomatic: false, dueAtMs: undefined, updatedAtMs: nowMs };
      await store.commit([update('referralAccount', referral, ended)]);
      log.info('payouts ended: the referrer was erased', { userId });
      return 'nothing';
    }
    if (user.isSuspended || isLocked(user) || user.closedAtMs !== undefined) {
      await store.commit([update('referralAccount', referral, { dueAtMs: nowMs + putOffMs, updatedAtMs: nowMs })]);
      log.info('payout put off: the referrer is suspended, locked or gone', { userId });
      return 'put off';
    }
    const asked = referral.requested ?? {
      payoutId: automaticId,
      atMs: beganAtMs,
      amountCents: referral.isAutomatic ? withdrawableOf(referral) : zero,
    };
    const { payoutId, amountCents } = asked;
    const payableCents = wholeUnits(least(amountCents, referral.balanceCents));
    if (payableCents === 0) {
      // Rewards were taken back after the request.
      await store.commit([
        update('referralAccount', referral, { requested: undefined, dueAtMs: undefined, updatedAtMs: nowMs }),
      ]);
      log.warn('payout dropped: no whole unit is left', { userId, payoutId, amountCents });
      return 'nothing';
    }
    const posting = new Posting(nowMs, { wallet, referral })
      .post(rewardsPaidOut(payoutId, payableCents, wallet))
      .changeReferral({
        requested: undefined,
        dueAtMs: undefined,
        withdrawnCents: sum(referral.withdrawnCents, payableCents),
      });
    posting.changeReferral({ dueAtMs: payoutDueAtMs(posting.referral, nowMs) });
    await store.commit([
      ...(await posting.writes(store)),
      // A suspension or a lock in this very moment wins.
      unchanged('user', { userId }, user),
      insert('movement', { ...payoutLine(user, asked, payableCents, nowMs), ...posting.balanceAfter }),
    ]);
    log.info('payout paid', { userId, payoutId, amountCents: payableCents });
    return 'paid';
  });
}

function isDue({ dueAtMs }: ReferralAccount, nowMs: number): boolean {
  return dueAtMs !== undefined && dueAtMs <= nowMs;
}

/**
 * Takes back the rewards that a referrer has for accounts of their own. Payouts go to the oldest rewards first, so only
 * the newest ones that make up the balance are still unpaid; older ones are not checked again.
 */
async function takeBackOwn(needs: Needs, { userId, balanceCents }: ReferralAccount): Promise<void> {
  const { store } = needs;
  const referrer = await readPerson(store, userId);
  let unpaid = balanceCents;
  let cursor: string | undefined;
  do {
    const page = await store.listRewards(userId, { limit: pageSize, cursor });
    const checked: Reward[] = [];
    for (const reward of page.items) {
      if (unpaid <= 0) break;
      if (reward.stage !== 'matured') continue;
      unpaid = minus(unpaid, reward.amountCents);
      checked.push(reward);
    }
    const referees = await readPeople(
      store,
      checked.map(({ refereeId }) => refereeId),
    );
    for (const [place, referee] of referees.entries()) {
      const [reward, reason] = [checked[place], samePerson(referrer, referee)];
      if (reward !== undefined && reason !== undefined) await takeBack(needs, reward, reason);
    }
    cursor = unpaid <= 0 ? undefined : page.cursor;
  } while (cursor !== undefined);
}

async function takeBack(needs: Needs, key: Pick<Reward, 'refereeId' | 'event'>, reason: string): Promise<void> {
  const { store, clock } = needs;
  await withRetries(needs, async () => {
    const reward = await store.get('reward', key);
    const writes = reward ? revocation(reward, reason, clock.now()) : [];
    if (writes.length > 0) await store.commit(writes);
  });
  await settleReward(needs, key);
}

function payoutLine(
  user: User,
  { payoutId, atMs, claimedBy }: Pick<NonNullable<ReferralAccount['requested']>, 'payoutId' | 'atMs' | 'claimedBy'>,
  amountCents: Cents,
  nowMs: number,
): ActivityLine {
  return completedLine({
    userId: user.userId,
    subjectId: payoutId,
    kind: 'referral_payout',
    direction: 'credit',
    amountCents,
    email: user.email,
    description: 'Referral rewards',
    ...(claimedBy && { claimedBy }),
    createdAtMs: atMs,
    updatedAtMs: nowMs,
  });
}
