import type { Id } from '#shared/ids.ts';
import { AppError } from '#shared/errors.ts';
import type { Reward } from '#functions/ports/entities/referrals.ts';
import type { Services } from '#functions/ports/services.ts';
import type { AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import { person, type Break } from '#functions/domain/reconciliation/break.ts';
import { closeTicket } from '#functions/domain/tickets/decide-ticket.ts';
import { sightBreak, ticketIdOf } from '#functions/domain/tickets/sight-break.ts';

type Needs = AuditNeeds & Pick<Services, 'store'>;

/** Maximum number of held referrals of one referrer that are counted and listed. */
export const heldMost = 100;

/** Opens the one ticket for a referrer's held referrals, or adds to it that there are more. */
export async function openReferralTicket(
  needs: Needs,
  referrerId: Id<'user'>,
  justHeld: readonly Reward[],
): Promise<void> {
  // The list may lag behind referrals that were held a moment ago.
  const listed = await needs.store.listHeldReferrals(referrerId, heldMost);
  const held = [...new Map([...listed, ...justHeld].map((reward) => [reward.refereeId, reward])).values()];
  const signals = [...new Set(held.flatMap(({ review }) => review?.signals ?? []))].toSorted();
  await sightBreak(
    needs,
    {
      ...ticketOf(referrerId),
      ownerId: referrerId,
      cents: 0,
      atMs: Math.min(...held.map(({ review }) => review?.sinceMs ?? needs.clock.now())),
      evidence: { held: held.length, signals: signals.join(', '), latest: justHeld.at(-1)?.refereeId },
      proposal: person('look at the referrals in the user’s file, and release or refuse each'),
    },
    'person',
  );
}

/** Closes a referrer's ticket with the last decision. Does nothing when it is closed already, or was never opened. */
export async function closeReferralTicket(
  needs: Needs,
  {
    referrerId,
    actorId,
    reason,
  }: { readonly referrerId: Id<'user'>; readonly actorId: Id<'user'>; readonly reason: string },
): Promise<void> {
  try {
    await closeTicket(needs, { ticketId: referralTicketOf(referrerId), actorId, reason, isDecided: true });
  } catch (thrown) {
    if (!(thrown instanceof AppError) || (thrown.code !== 'NotFound' && thrown.code !== 'Conflict')) throw thrown;
  }
}

/** Returns the id of the one ticket of a referrer. */
export function referralTicketOf(referrerId: Id<'user'>): Id<'ticket'> {
  return ticketIdOf(ticketOf(referrerId));
}

function ticketOf(referrerId: Id<'user'>): Pick<Break, 'part' | 'class' | 'subject'> {
  return { part: 'signals', class: 'REFERRALS', subject: referrerId };
}
