import { limits } from '#shared/limits.ts';
import type { ActivityLine, JournalRecord } from '#functions/ports/entities/books.ts';
import type { ReferralAccount } from '#functions/ports/entities/referrals.ts';
import { Violation } from './audit.ts';
import type { StreamChange } from './engine/simulated-table.ts';

const unit = limits.referralPayoutUnitCents;

/**
 * Checks payouts of rewards after every transaction (I40). A person has one request at a time, of whole units that are
 * there. It ends in the write that pays it into the balance, or when no whole unit is left of it; it is paid once, all
 * of it that is still there, and nothing is paid that was not requested.
 */
export function payoutAudit(changes: readonly StreamChange[]): void {
  const paid = changes
    .filter(({ before, after }) => before === undefined && after?.['kind'] === 'referral_payout')
    .map(({ after }) => after as unknown as JournalRecord | ActivityLine);
  let ended = 0;
  for (const { before, after } of changes) {
    if (after?.['entity'] !== 'referralAccount') continue;
    const was = before as unknown as ReferralAccount | undefined;
    const is = after as unknown as ReferralAccount;
    const { userId, requested } = is;
    const broken = (what: string): Violation => new Violation('I40', `the payout of ${userId} ${what}`);
    const earlier = was?.requested;
    if (requested !== undefined && requested.payoutId !== earlier?.payoutId) {
      if (earlier !== undefined) throw broken(`is requested while ${earlier.payoutId} is`);
      if (requested.amountCents < unit || requested.amountCents % unit !== 0 || requested.amountCents > is.balanceCents)
        throw broken(`is requested with ${requested.amountCents} of ${is.balanceCents}`);
    }
    const givenCents = is.withdrawnCents - (was?.withdrawnCents ?? 0);
    const isEnded = earlier !== undefined && requested === undefined;
    if (!isEnded && givenCents === 0) continue;
    // An automatic payout is requested and paid in one.
    const askedCents = earlier?.amountCents ?? (was?.isAutomatic ? was.balanceCents : 0);
    const right = wholeUnits(Math.min(askedCents, was?.balanceCents ?? 0));
    if (givenCents !== right) throw broken(`gives ${givenCents} of ${right}`);
    if (givenCents === 0) continue;
    ended += 1;
    const journal = paid.find((each): each is JournalRecord => 'legs' in each);
    const line = paid.find((each): each is ActivityLine => 'paidCents' in each);
    if (earlier !== undefined && (journal?.cause !== earlier.payoutId || line?.subjectId !== earlier.payoutId))
      throw broken(`pays ${journal?.cause} for ${earlier.payoutId}`);
    if (line?.paidCents !== givenCents || line.userId !== userId)
      throw broken(`shows ${line?.paidCents} of ${givenCents}`);
    const gained = journal?.legs
      .filter(({ account }) => account.startsWith(`U:${userId}:`) && !account.endsWith(':REFERRAL'))
      .reduce((total, leg) => total - leg.amountCents, 0);
    if (gained !== givenCents) throw broken(`brings ${gained} of ${givenCents}`);
  }
  if (paid.length !== 2 * ended) throw new Violation('I40', `${paid.length} items of ${ended} payouts`);
}

function wholeUnits(amountCents: number): number {
  return Math.max(0, Math.floor(amountCents / unit)) * unit;
}
