import type * as z from 'zod/mini';
import type { UserStats } from '#shared/contract/admin.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { sum, zero } from '#shared/money.ts';
import type { Services } from '#functions/ports/services.ts';
import { describeUser } from '#functions/domain/auth/describe-user.ts';
import { describeFactorReset, waitingReset } from '#functions/domain/auth/factor-reset/factor-reset.ts';
import { asOf } from '#functions/domain/cards/frozen-reasons.ts';
import { statusOf } from '#functions/domain/cards/visible-card.ts';
import { noStatistics } from './add-statistics.ts';

/**
 * Reads one person's statistics, in one round trip, or two while a reset of the factors waits. Cards, balances and
 * rewards are as they are now; fees and referrals are counted by the stream, so they may be a moment late. Throws
 * AppError NotFound.
 */
export async function readUserStatistics(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  userId: Id<'user'>,
): Promise<z.input<typeof UserStats>> {
  const [[user, wallet], [counted, referral], cards] = await Promise.all([
    store.getBoth({ kind: 'user', key: { userId } }, { kind: 'wallet', key: { userId } }),
    store.getBoth({ kind: 'userFigures', key: { userId } }, { kind: 'referralAccount', key: { userId } }),
    store.listCards(userId),
  ]);
  if (!user || !wallet) throw new AppError('NotFound', 'User not found.');
  const nowMs = clock.now();
  const reset = waitingReset(user, nowMs);
  const { cardFeeCents, loadFeeCents } = counted ?? noStatistics;
  const withdrawnCents = referral?.withdrawnCents ?? zero;
  // A failed card never existed, and a card that is being created may still fail.
  const created = cards.filter(
    ({ lifecycle }) => lifecycle === 'open' || lifecycle === 'retiring' || lifecycle === 'deleted',
  );
  return {
    user: describeUser(user, wallet),
    cards: {
      cardsCreated: created.length,
      activeCards: created.filter((card) => statusOf(asOf(card, nowMs)) === 'active').length,
      totalCardBalance: sum(...created.map(({ balanceCents }) => balanceCents)),
    },
    transactions: {
      earnedFromCardCreation: cardFeeCents,
      earnedFromFundingFees: loadFeeCents,
      totalRevenue: sum(cardFeeCents, loadFeeCents),
    },
    referrals: {
      totalReferrals: counted?.referrals ?? 0,
      totalReferralEarning: sum(referral?.balanceCents ?? zero, withdrawnCents),
      totalReferralWithdrawn: withdrawnCents,
    },
    factorReset: reset === undefined ? null : await describeFactorReset(store, reset),
  };
}
