import type { Ticket } from '#functions/ports/entities/tickets.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, WriteConflict } from '#functions/ports/store.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { checkPerson } from '#functions/domain/reconciliation/check-person.ts';
import { closedByPeople, ticketIdOf } from './sight-break.ts';
import { lateMoney } from '#functions/domain/closing/late-money.ts';
import { failureName } from '#functions/domain/failure-text.ts';
import { ticketAudit } from './ticket-audit.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer' | 'payments'>;

/**
 * Maximum number of open tickets that one run looks at, and of those for which it checks a person's books, the oldest
 * first. Only people close many kinds, so the oldest may stay for long and must not keep the others from their turn.
 */
const ticketsMost = { seen: 1_000, checked: 100 } as const;

/** Maximum number of tickets checked at the same time. */
const atOnce = 4;

/** Facts about the run that ends, which decide what its silence about a finding proves. */
export type EndedRun = {
  readonly startedAtMs: number;
  /** True when the run checked everybody and every day, and could report all its findings. */
  readonly isWhole: boolean;
  /** The age of the oldest change that the providers are asked about, in milliseconds. */
  readonly askedBackMs: number;
};

/** Closes the tickets whose finding is gone, each with an audit record by the system. Returns their number. */
export async function closeGoneBreaks(needs: Needs, run: EndedRun): Promise<number> {
  const { store, log } = needs;
  let closed = 0;
  const waiting = await store.listWaiting('ticket', ticketsMost.seen);
  const unseen = waiting.filter(({ seenAtMs }) => seenAtMs < run.startedAtMs);
  const checked = unseen.filter(isOfPersonsCheck).slice(0, ticketsMost.checked);
  await inParallel(
    [...unseen.filter((ticket) => !isOfPersonsCheck(ticket)), ...checked],
    atOnce,
    async (ticket) => {
      if (!(await isGone(needs, ticket, run))) return;
      const reason = 'The finding is gone.';
      await store.commit([
        ...ticketAudit(needs, 'break-closed', ticket, { actorId: 'system', after: { state: 'closed' }, reason }),
        update('ticket', ticket, {
          state: 'closed',
          sinceMs: needs.clock.now(),
          closedBy: 'system',
          closingReason: reason,
        }),
      ]);
      closed += 1;
    },
    ({ ticketId }, thrown) => {
      // An admin decided the ticket, or another run saw its break, meanwhile.
      if (thrown instanceof WriteConflict) return;
      log.warn('a break was not looked at again', {
        ticketId,
        error: failureName(thrown),
      });
    },
  );
  return closed;
}

/** True for a finding of a check of one person, which asks the providers: no event and no signal. */
export function isOfPersonsCheck({ class: kind, part, foundBy, userId }: Ticket): boolean {
  return !closedByPeople.has(kind) && part !== 'signals' && foundBy === 'person' && userId !== undefined;
}

/**
 * True when the disagreement no longer exists. A finding of one person's check is looked for with that check again, as
 * far back as when the ticket opened. A provider that does not reply, or an item that hides others, proves nothing.
 */
async function isGone(needs: Needs, ticket: Ticket, { isWhole, askedBackMs }: EndedRun): Promise<boolean> {
  if (ticket.class === 'UNCLAIMED') return isSentBack(needs, ticket);
  if (closedByPeople.has(ticket.class)) return false;
  if (ticket.part === 'signals') return isDecided(needs, ticket);
  if (ticket.foundBy === 'run' || ticket.userId === undefined) return isWhole;
  const { breaks, isComplete } = await checkPerson(needs, ticket.userId, ticket.sinceMs - askedBackMs);
  const isFound = breaks.some((found) => ticketIdOf(found) === ticket.ticketId);
  const hides = breaks.some(({ part, class: kind }) => part === 'internal' && !closedByPeople.has(kind));
  return isComplete && !isFound && !hides;
}

/** True once the late money returned with its account, or was sent back: nobody must send it back again. */
async function isSentBack({ store }: Needs, { userId }: Ticket): Promise<boolean> {
  const wallet = userId === undefined ? undefined : await store.get('wallet', { userId });
  if (wallet === undefined) return false;
  return (
    wallet.closedAtMs === undefined || (wallet.unclaimedCents !== undefined && (await lateMoney(store, wallet)) <= 0)
  );
}

/**
 * True when no referral of the ticket waits for a decision any more. Tickets of other signals are never closed here,
 * because these are events.
 */
async function isDecided({ store }: Needs, { class: kind, userId }: Ticket): Promise<boolean> {
  if (kind !== 'REFERRALS' || userId === undefined) return false;
  return (await store.listHeldReferrals(userId, 1)).length === 0;
}
