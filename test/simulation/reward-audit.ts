import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { ReferralReview, Reward } from '#functions/ports/entities/referrals.ts';
import { Violation } from './audit.ts';
import type { SimulatedTable, StreamChange } from './engine/simulated-table.ts';

type ReviewState = ReferralReview['state'] | 'none';

/** The states that a review may reach from each state; `none` is a referral that was never held. */
const reviews: Readonly<Record<ReviewState, readonly ReviewState[]>> = {
  none: ['none', 'held'],
  held: ['held', 'released', 'refused'],
  released: ['released', 'held'],
  refused: ['refused'],
};

/**
 * Checks the rewards of referrals after every transaction (I43). Nothing is booked of a referral that is held or was
 * refused. A review ends by one decision of another person than the two concerned, with its audit record; it begins
 * again only for a signal that staff did not see.
 */
export class RewardAudit {
  readonly #reviews = new Map<string, ReviewState>();

  constructor(table: SimulatedTable) {
    for (const item of table.all()) if (item['entity'] === 'reward') this.#note(item as unknown as Reward);
  }

  /** Checks the rewards that a transaction changed. Throws a Violation. */
  look(changes: readonly StreamChange[]): void {
    const rewards = changes.filter(({ after }) => after?.['entity'] === 'reward');
    for (const { before, after } of rewards)
      if (after?.['event'] === 'signup') reviewed(before as never, after as never, changes);
    for (const { after } of rewards) if (after?.['event'] === 'signup') this.#note(after as unknown as Reward);
    for (const { before, after } of rewards) {
      const { refereeId, event, stage } = after as unknown as Reward;
      const review = this.#reviews.get(refereeId) ?? 'none';
      if (before?.['stage'] !== 'matured' && stage === 'matured' && (review === 'held' || review === 'refused'))
        throw new Violation('I43', `the reward of ${refereeId} for ${event} is booked, and the referral is ${review}`);
      if (before?.['stage'] === 'cancelled' && stage !== 'cancelled')
        throw new Violation('I43', `the reward of ${refereeId} for ${event} was canceled, and is ${stage}`);
    }
  }

  #note({ refereeId, event, review }: Reward): void {
    if (event === 'signup') this.#reviews.set(refereeId, review?.state ?? 'none');
  }
}

function reviewed(before: Reward | undefined, after: Reward, changes: readonly StreamChange[]): void {
  const { refereeId, referrerId, review } = after;
  const was: ReviewState = before?.review?.state ?? 'none';
  const is: ReviewState = review?.state ?? 'none';
  const broken = (what: string): Violation => new Violation('I43', `the referral of ${refereeId} ${what}`);
  if (!reviews[was].includes(is)) throw broken(`went from ${was} to ${is}`);
  const known: readonly string[] = before?.review?.signals ?? [];
  if (was === 'released' && is === 'held' && review?.signals.every((signal) => known.includes(signal)))
    throw broken('is held again for what staff saw');
  if (was === is) return;
  const record = changes
    .filter((change) => change.before === undefined && change.after?.['entity'] === 'audit')
    .map((change) => change.after as unknown as AuditRecord)
    .find(({ action }) => action === `referral-${is}`);
  if (record?.subjectId !== referrerId) throw broken(`is ${is}, and no audit record says so`);
  if (is !== 'held' && (record.actorId === refereeId || record.actorId === referrerId))
    throw broken('is decided by one of the two');
}
