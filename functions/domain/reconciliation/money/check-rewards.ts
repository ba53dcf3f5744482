import { limits } from '#shared/limits.ts';
import { zero } from '#shared/money.ts';
import type { JournalRecord } from '#functions/ports/entities/books.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import type { Id } from '#shared/ids.ts';
import { call, person, type Break } from '#functions/domain/reconciliation/break.ts';
import type { AccountFindings } from '#functions/domain/reconciliation/books/check-account.ts';
import type { Books } from '#functions/domain/reconciliation/books/read-books.ts';

/** The cause of a reward: the owner of the deposit or operation, and whether the books confirm it. */
export type Cause = { readonly userId: Id<'user'>; readonly isFact: boolean };

/** The causes of a referrer's rewards, by the id that the reward names; missing where no such item exists. */
export type Causes = ReadonlyMap<string, Cause>;

/**
 * Checks that a referrer's account holds exactly the earned rewards: each once, with the event that earns it, within
 * the daily limit. Also checks that payouts are in the activity list.
 */
export function checkRewards(
  books: Pick<Books, 'user' | 'base' | 'referral' | 'rewards' | 'activity' | 'records'>,
  account: AccountFindings | undefined,
  causes: Causes,
): readonly Break[] {
  const { user, rewards, records } = books;
  const breaks: Break[] = [];
  const report = (found: Omit<Break, 'ownerId' | 'part'> & { readonly part?: Break['part'] }): void =>
    void breaks.push({ part: 'rewards', ownerId: user.userId, ...found });
  const isWhole = account === undefined || account.isWhole;
  const happened = account?.happened ?? new Map<string, Readonly<Record<string, number>>>();
  const reported = new Set<string>();
  const ids = new Set<string>();
  for (const reward of rewards) {
    const { rewardId, amountCents, stage, isRevoked, cause = '', updatedAtMs: atMs } = reward;
    const name = `${reward.refereeId}:${reward.event}`;
    const earned = happened.get(`${name}:earned`);
    const takenBack = happened.get(`${name}:taken-back`);
    const bookedCents = (earned?.['rewards'] ?? 0) + (takenBack?.['rewards'] ?? 0);
    const isEarned = stage === 'matured';
    const facts = { subject: name, atMs };
    const [twinId, twinCause] = [`id ${rewardId}`, `${reward.event} for ${reward.cause}`];
    if (ids.has(twinId) || (reward.cause !== undefined && ids.has(twinCause))) {
      report({
        ...facts,
        class: 'DUP_REWARD',
        cents: amountCents,
        evidence: { rewardId, event: reward.event },
        proposal: person('take the second reward back'),
      });
      reported.add(name);
      continue;
    }
    ids.add(twinId).add(twinCause);
    if (isEarned && isWhole && bookedCents !== amountCents) {
      report({
        ...facts,
        class: bookedCents === 0 ? 'STATE' : 'AMOUNT',
        cents: amountCents - bookedCents,
        evidence: { is: amountCents, books: bookedCents, stage },
        proposal: call('settleReward', name),
      });
      reported.add(name);
    } else if (!isEarned && isWhole && bookedCents !== 0) {
      report({
        ...facts,
        class: 'STATE',
        cents: bookedCents,
        evidence: { stage, books: bookedCents },
        proposal: person('set the stage of the reward to matured, or take it back'),
      });
      reported.add(name);
    }
    if (isEarned && !isRevoked && !reported.has(name) && !isFunded(reward, causes.get(cause))) {
      report({
        ...facts,
        class: 'UNFUNDED',
        cents: amountCents,
        evidence: { cause: reward.cause, event: reward.event },
        proposal: person('take the reward back'),
      });
    }
  }
  const perDay = new Map<string, number>();
  for (const [journalId, deltas] of happened) {
    const record = records.get(journalId);
    if (record?.kind !== 'referral_reward_earned') continue;
    const day = new Date(record.atMs).toISOString().slice(0, 10);
    perDay.set(day, (perDay.get(day) ?? 0) + 1);
    if (rewards.some(({ refereeId, event }) => `${refereeId}:${event}:earned` === journalId)) continue;
    const twin = twinOf(rewards, happened, record);
    report({
      class: twin === undefined ? 'UNFUNDED' : 'DUP_REWARD',
      subject: journalId,
      cents: deltas['rewards'] ?? 0,
      atMs: record.atMs,
      evidence: { cause: record.cause, twin },
      proposal: person('take the reward back'),
    });
  }
  for (const [day, count] of perDay) {
    if (count <= limits.referralRewardsPerDayMax) continue;
    report({
      class: 'CAP',
      subject: `${user.userId}:${day}`,
      cents: 0,
      atMs: Date.parse(day),
      evidence: { rewards: count, most: limits.referralRewardsPerDayMax },
      proposal: person('find out why more than a day allows were booked'),
    });
  }
  if (isWhole) for (const found of payouts(books, happened)) report(found);
  return breaks;
}

/** Checks that payouts are in the activity list, and that the account states their sum. */
function* payouts(
  { user, base, referral, activity }: Pick<Books, 'user' | 'base' | 'referral' | 'activity'>,
  happened: ReadonlyMap<string, Readonly<Record<string, number>>>,
): Generator<Omit<Break, 'ownerId'>> {
  let paidCents = base?.paidOutCents ?? 0;
  for (const [journalId, deltas] of happened) {
    if (!journalId.endsWith(':paid')) continue;
    const cents = -(deltas['rewards'] ?? 0);
    paidCents += cents;
    const subject = journalId.replace(/:paid$/, '');
    const line = activity.get(subject);
    if (line?.paidCents === cents) continue;
    yield {
      part: 'internal',
      class: 'MOVEMENT',
      subject,
      cents: (line?.paidCents ?? 0) - cents,
      atMs: line?.createdAtMs ?? 0,
      evidence: { is: line?.paidCents, books: cents },
      proposal: person('write the line of the activity list again'),
    };
  }
  if (referral && referral.withdrawnCents !== paidCents) {
    yield {
      part: 'internal',
      class: 'PROJECTION',
      subject: `referral:${user.userId}:withdrawn`,
      cents: referral.withdrawnCents - paidCents,
      atMs: referral.updatedAtMs,
      evidence: { is: referral.withdrawnCents, books: paidCents },
      proposal: person(`set what was withdrawn to ${paidCents}`),
    };
  }
}

/**
 * True when the books confirm the event that earns a reward: credited deposits for a sign-up, the creation of a card
 * for a card, both of the referred person. The deposit that completed the sum may be refunded while others keep the
 * sum.
 */
function isFunded({ event, refereeId, cause, depositedCents = zero }: Reward, found: Cause | undefined): boolean {
  const kind = event === 'signup' ? 'dep_' : 'op_';
  const isKept = event === 'signup' && depositedCents >= limits.referralSignupDepositedCents;
  return found?.userId === refereeId && (found.isFact || isKept) && cause?.startsWith(kind) === true;
}

/** Returns the record of a promised reward for the same event as the given record; undefined when there is none. */
function twinOf(
  rewards: readonly Reward[],
  happened: ReadonlyMap<string, unknown>,
  { cause }: JournalRecord,
): string | undefined {
  return rewards
    .filter((reward) => (reward.cause ?? reward.refereeId) === cause)
    .map(({ refereeId, event }) => `${refereeId}:${event}:earned`)
    .find((name) => happened.has(name));
}
