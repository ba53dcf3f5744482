import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import { minus, sum, zero } from '#shared/money.ts';
import type { Adjustment } from '#functions/ports/entities/adjustments.ts';
import { update, type Store, type Write } from '#functions/ports/store.ts';
import { meanings } from '../deposits/transitions.ts';
import { account } from '../ledger/chart.ts';
import type { Draft } from '../ledger/journal.ts';
import { depositRefused } from '../ledger/postings.ts';

/** Returns the deposit whose refused money a proposal's link names, as `dep_…:refused`; undefined for any other link. */
export function refusedOf(link: string | undefined): Id<'deposit'> | undefined {
  return /^(dep_\w+):refused$/.exec(link ?? '')?.[1] as Id<'deposit'> | undefined;
}

/**
 * Returns the posting and the write of a deposit whose refused money was sent back by hand, or whose transfer came back.
 * Never more is sent back than what is refused at that moment. Throws AppError ValidationFailed (another person's
 * deposit, or a credit that is no reversal), Conflict (the provider holds it or is sending it back), InsufficientFunds.
 */
export async function sentBackOf(
  store: Pick<Store, 'get'>,
  depositId: Id<'deposit'>,
  { userId, direction, amountCents, reverses }: Pick<Adjustment, 'userId' | 'direction' | 'amountCents' | 'reverses'>,
): Promise<{ readonly draft: Draft; readonly write: Write }> {
  const deposit = await store.get('deposit', { depositId });
  if (deposit?.userId !== userId) throw invalid('link', 'names no deposit of this person');
  if (direction === 'credit' && reverses === undefined)
    throw invalid('direction', 'must be debit for what was sent back');
  const { refusedCents = zero, sentBackCents = zero, asideVersions = [], version } = deposit;
  const isSent = direction === 'debit';
  if (isSent && meanings[deposit.state].credit === 'frozen')
    throw new AppError('Conflict', 'The provider has locked this payment or is sending it back. Wait for its end.');
  if (isSent && refusedCents < amountCents)
    throw new AppError('InsufficientFunds', 'That is more than what is refused of this deposit.');
  const toCents = isSent ? minus(refusedCents, amountCents) : sum(refusedCents, amountCents);
  return {
    draft: depositRefused(deposit, { fromCents: refusedCents, toCents }, account.bank),
    write: update('deposit', deposit, {
      refusedCents: toCents,
      sentBackCents: isSent ? sum(sentBackCents, amountCents) : minus(sentBackCents, amountCents),
      asideVersions: [...asideVersions, version],
    }),
  };
}

function invalid(field: string, why: string): AppError {
  return new AppError('ValidationFailed', `${field} ${why}.`, { fields: { [field]: why } });
}
