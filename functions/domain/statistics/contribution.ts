import type { Id } from '#shared/ids.ts';
import { cents, negate, zero, type Cents } from '#shared/money.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { JournalRecord } from '#functions/ports/entities/books.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import type { Statistics } from '#functions/ports/entities/statistics.ts';
import { account, ownerOf } from '#functions/domain/ledger/chart.ts';
import { beginsCredit } from '#functions/domain/ledger/postings.ts';
import { noStatistics } from './add-statistics.ts';

/** The contribution of one record to the statistics of its day, of all days and of one person. */
export type Contribution = {
  /** Name of the mark that shows that the record was counted. */
  readonly recordId: string;
  readonly atMs: number;
  readonly statistics: Statistics;
  readonly usersRegistered: number;
  /** Added to the person's statistics only. */
  readonly referrals: number;
  /** The person whose statistics the contribution is added to; undefined for none. */
  readonly userId: Id<'user'> | undefined;
};

/**
 * Returns the contribution of a journal record; undefined when it has none. Throws for an account outside the chart.
 */
export function contributionOfRecord(record: JournalRecord): Contribution | undefined {
  const isDeposit = record.kind === 'deposit_credited' || record.kind === 'deposit_taken_back';
  const statistics: Statistics = {
    ...noStatistics,
    cardsCreated: record.kind === 'card_creation_settled' ? 1 : 0,
    paidInvoices: beginsCredit(record) ? 1 : 0,
    fundedCents: isDeposit ? amountOn(record, account.providerClearing) : zero,
    // Revenue is a credit, and credits are negative in a leg.
    cardFeeCents: negate(amountOn(record, account.cardFees)),
    loadFeeCents: negate(amountOn(record, account.loadFees)),
  };
  const userId = walletOwnerOf(record);
  if (!Object.values(statistics).some((amount) => amount !== 0)) return undefined;
  return { ...nothing, recordId: record.journalId, atMs: record.atMs, statistics, userId };
}

/** Returns the contribution of a new account. */
export function contributionOfUser({ userId, createdAtMs }: User): Contribution {
  return { ...nothing, recordId: userId, atMs: createdAtMs, usersRegistered: 1 };
}

/**
 * Returns the contribution of a reward: one referral for a sign-up. Other rewards of the same referred person add none.
 */
export function contributionOfReward(reward: Reward): Contribution | undefined {
  if (reward.event !== 'signup') return undefined;
  const { rewardId, createdAtMs, referrerId } = reward;
  return { ...nothing, recordId: rewardId, atMs: createdAtMs, referrals: 1, userId: referrerId };
}

const nothing = { statistics: noStatistics, usersRegistered: 0, referrals: 0, userId: undefined };

function amountOn({ legs }: JournalRecord, name: string): Cents {
  return cents(legs.reduce((total, leg) => (leg.account === name ? total + leg.amountCents : total), 0));
}

function walletOwnerOf({ legs }: JournalRecord): Id<'user'> | undefined {
  const owners = legs.map((leg) => ownerOf(leg.account));
  return owners.find((owner) => owner.of === 'wallet')?.userId;
}
