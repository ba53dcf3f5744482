import type { Ticket } from '#functions/ports/entities/tickets.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, WriteConflict } from '#functions/ports/store.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { checkPerson } from '#functions/domain/reconciliation/check-person.ts';
import { ticketIdOf } from './sight-break.ts';
import { ticketAudit } from './ticket-audit.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'issuer' | 'payments'>;

/** Maximum number of open tickets that one run looks at, the oldest first. */
const ticketsMost = 100;

/** Maximum number of them at the same time. */
const atOnce = 4;

/**
 * Events, not states: that they are no longer reported means only that time has passed, so a person closes them, or the
 * return of an account with the money that came late. They hide nothing else.
 */
const closedByPeople: ReadonlySet<Ticket['class']> = new Set(['DECISION', 'UNCLAIMED']);

/** The run that ends, as far as its silence about a finding says something. */
export type EndedRun = {
  readonly startedAtMs: number;
  /** Checked everybody and every day, and could report all that it found. */
  readonly isWhole: boolean;
  /** The age of the oldest change that the providers are asked about, in milliseconds. */
  readonly askedBackMs: number;
};

/** Closes the tickets whose finding is gone, each with an audit record by the system. Returns their number. */
export async function closeGoneBreaks(needs: Needs, run: EndedRun): Promise<number> {
  const { store, log } = needs;
  let closed = 0;
  await inParallel(
    await store.listWaiting('ticket', ticketsMost),
    atOnce,
    async (ticket) => {
      if (ticket.seenAtMs >= run.startedAtMs || !(await isGone(needs, ticket, run))) return;
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
      // An admin decided it or another run saw it meanwhile.
      if (thrown instanceof WriteConflict) return;
      log.warn('a break was not looked at again', {
        ticketId,
        error: thrown instanceof Error ? thrown.name : 'unknown',
      });
    },
  );
  return closed;
}

/**
 * True when the disagreement does not exist any more. What one person's check finds is looked for again with that check,
 * as far back as when the ticket opened; a provider that does not reply, or an item that hides others, proves nothing.
 */
async function isGone(needs: Needs, ticket: Ticket, { isWhole, askedBackMs }: EndedRun): Promise<boolean> {
  if (ticket.class === 'UNCLAIMED') return hasReturned(needs, ticket);
  if (closedByPeople.has(ticket.class)) return false;
  if (ticket.part === 'signals') return isDecided(needs, ticket);
  if (ticket.foundBy === 'run' || ticket.userId === undefined) return isWhole;
  const { breaks, isComplete } = await checkPerson(needs, ticket.userId, ticket.sinceMs - askedBackMs);
  const isFound = breaks.some((found) => ticketIdOf(found) === ticket.ticketId);
  const hides = breaks.some(({ part, class: kind }) => part === 'internal' && !closedByPeople.has(kind));
  return isComplete && !isFound && !hides;
}

/** True once the account is open again: it took the late money with it, and nobody must send that back. */
async function hasReturned({ store }: Needs, { userId }: Ticket): Promise<boolean> {
  const wallet = userId === undefined ? undefined : await store.get('wallet', { userId });
  return wallet !== undefined && wallet.closedAtMs === undefined;
}

/** A signal is over when nothing waits for its decision any more; other signals are events. */
async function isDecided({ store }: Needs, { class: kind, userId }: Ticket): Promise<boolean> {
  if (kind !== 'REFERRALS' || userId === undefined) return false;
  return (await store.listHeldReferrals(userId, 1)).length === 0;
}
