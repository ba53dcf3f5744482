import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { catchUpCard } from '../cards/catch-up-card.ts';
import { reconcileCardState } from '#functions/domain/cards/reconcile-card-state.ts';
import { applyPayment } from '../deposits/apply-payment.ts';
import { driveOperation } from '../operations/drive-operation.ts';
import { payOut } from '../referrals/pay-out.ts';
import { insert, update } from '#functions/ports/store.ts';
import { settleReward } from '../referrals/settle-reward.ts';
import type { Break, BreakClass } from './break.ts';
import { firstCheckpoint } from './books/checkpoint.ts';

/** The services of a reconciliation. Without `issuerEvents` (in an operator's command), the next sweep freezes the cards. */
export type ReconciliationNeeds = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer' | 'payments'> &
  Partial<Pick<Services, 'issuerEvents'>>;

/**
 * Classes of breaks that a run mends by itself: a missing credit is credited as if its webhook had arrived. Everything
 * else waits for a person, who may add classes (`bin/reconcile.ts --apply`).
 */
export const appliedByItself: ReadonlySet<BreakClass> = new Set(['MISSING_CREDIT']);

/** Timeout for driving an operation, in milliseconds. */
const patienceMs = 5_000;

/**
 * Makes the call that a break proposes. Such a call is safe at any time and does nothing when there is nothing to do.
 * Returns true when the call was made; false for a proposal that needs a person.
 */
export async function applyProposal(needs: ReconciliationNeeds, found: Break): Promise<boolean> {
  const { proposal, ownerId } = found;
  if (proposal.by !== 'call') return false;
  const { subject } = proposal;
  const card = { userId: ownerId as Id<'user'>, cardId: subject as Id<'card'> };
  switch (proposal.call) {
    case 'applyPayment': {
      const deposit = await needs.store.get('deposit', { depositId: subject as Id<'deposit'> });
      const answer = await needs.payments.readPayment(subject);
      if (!deposit || answer.outcome !== 'success' || answer.value === undefined) return false;
      await applyPayment(needs, deposit, answer.value);
      break;
    }
    case 'driveOperation':
      await driveOperation(needs, subject as Id<'operation'>, { untilMs: needs.clock.now() + patienceMs });
      break;
    case 'catchUpCard':
      await catchUpCard(needs, card, undefined, { isThorough: true });
      break;
    case 'reconcileCardState':
      await reconcileCardState(needs, card);
      break;
    case 'settleReward': {
      const [refereeId, event] = subject.split(':');
      await settleReward(needs, { refereeId: refereeId as Id<'user'>, event: event as 'signup' });
      break;
    }
    case 'renewCheckpoint': {
      // The first of a new chain: the next nightly run reads the whole history and moves it on.
      const userId = subject as Id<'user'>;
      const stored = await needs.store.get('checkpoint', { userId });
      const { version, ...first } = firstCheckpoint(userId);
      const write = stored ? update('checkpoint', stored, first) : insert('checkpoint', { ...first, version });
      await needs.store.commit([write]);
      break;
    }
    case 'payOut':
      await payOut(needs, subject as Id<'user'>);
      break;
  }
  needs.log.warn('reconciliation mended', { class: found.class, subject: found.subject, call: proposal.call });
  return true;
}
