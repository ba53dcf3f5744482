import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Id } from '#shared/ids.ts';
import type { Ticket } from '#functions/ports/entities/tickets.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update } from '#functions/ports/store.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { keyOfBreak, type Break, type Proposal } from '#functions/domain/reconciliation/break.ts';
import { ticketAudit } from './ticket-audit.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/** Time without a sighting after which a break counts as gone, in milliseconds: a run checks everybody every night. */
const goneAfterMs = 2 * dayMs;

/**
 * Classes of breaks that are events, not states: when they are no longer reported, only time has passed. A person
 * closes their tickets, or, for late money, the return of the account. They hide no other break.
 */
export const closedByPeople: ReadonlySet<Ticket['class']> = new Set(['DECISION', 'UNCLAIMED']);

/** Maximum length of one piece of evidence, in characters. */
export const evidenceMost = 500;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns the id of the ticket of a finding: the same in each run. */
export function ticketIdOf(found: Pick<Break, 'part' | 'class' | 'subject'>): Id<'ticket'> {
  const bytes = createHash('sha256').update(keyOfBreak(found)).digest().subarray(0, 25);
  // An id begins with a digit up to 7.
  return `tkt_0${Array.from(bytes, (byte) => alphabet[byte % 32]).join('')}`;
}

/**
 * Opens the ticket of a break, with its audit record, or notes on an existing ticket that it was seen again. A closed
 * ticket opens again when its finding was gone meanwhile or has new facts. If an admin closed it and the finding is
 * merely still there, it stays closed. Returns whether the ticket is open.
 */
export async function sightBreak(needs: Needs, found: Break, foundBy: Ticket['foundBy']): Promise<boolean> {
  const { store, clock } = needs;
  const ticketId = ticketIdOf(found);
  return withRetries(needs, async () => {
    const before = await store.get('ticket', { ticketId });
    const nowMs = clock.now();
    const facts = { ...factsOf(found), seenAtMs: nowMs };
    if (before === undefined) {
      const { part, class: kind, subject, ownerId } = found;
      const ticket: Ticket = {
        ...facts,
        ticketId,
        part,
        class: kind,
        subject,
        userId: isUserId(ownerId) ? ownerId : undefined,
        foundBy,
        state: 'open',
        sinceMs: nowMs,
        seenCount: 1,
        version: 1,
      };
      await commitForRetry(store, [
        insert('ticket', ticket),
        ...ticketAudit(needs, 'break-opened', ticket, {
          actorId: 'system',
          after: { class: kind, cents: ticket.cents },
        }),
      ]);
      return true;
    }
    const seen = {
      ...facts,
      foundBy: before.foundBy === 'run' ? before.foundBy : foundBy,
      seenCount: before.seenCount + 1,
    };
    if (before.state === 'open' || isKnown(before, facts, nowMs)) {
      await commitForRetry(store, [update('ticket', before, seen)]);
      return before.state === 'open';
    }
    const again = { sinceMs: nowMs, takenBy: undefined, closedBy: undefined, closingReason: undefined };
    await commitForRetry(store, [
      update('ticket', before, { ...seen, ...again, state: 'open' }),
      ...ticketAudit(needs, 'break-reopened', before, {
        actorId: 'system',
        after: { state: 'open', cents: facts.cents },
      }),
    ]);
    return true;
  });
}

type Facts = Pick<Ticket, 'cents' | 'evidence' | 'proposal' | 'atMs'>;

function factsOf({ cents, evidence, proposal, atMs }: Break): Facts {
  return {
    cents,
    evidence: Object.fromEntries(
      Object.entries(evidence).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, typeof value === 'string' ? value.slice(0, evidenceMost) : value]],
      ),
    ),
    proposal: proposalText(proposal),
    atMs,
  };
}

/**
 * True for a ticket that an admin closed and whose finding is merely still there. An event cannot go and come back:
 * without runs for two days, it was only not seen.
 */
function isKnown(before: Ticket, facts: Facts, nowMs: number): boolean {
  const isSame = before.cents === facts.cents && isDeepStrictEqual(before.evidence, facts.evidence);
  const isStill = closedByPeople.has(before.class) ? before.atMs === facts.atMs : nowMs - before.seenAtMs < goneAfterMs;
  return before.closedBy === 'staff' && isSame && isStill;
}

const calls: Readonly<Record<Extract<Proposal, { by: 'call' }>['call'], string>> = {
  applyPayment: 'Read the payment at the provider again and post what it says',
  driveOperation: 'Drive the operation to its end',
  catchUpCard: 'Read the card’s history at the issuer again',
  reconcileCardState: 'Set the card’s state at the issuer again',
  settleReward: 'Settle the reward again',
  payOut: 'Make the payout again',
  renewCheckpoint: 'Begin the person’s checkpoints again: the next full run reads the whole history',
};

function proposalText(proposal: Proposal): string {
  switch (proposal.by) {
    case 'person':
      return `${proposal.words.charAt(0).toUpperCase()}${proposal.words.slice(1)}`;
    case 'call':
      return `${calls[proposal.call]} (${proposal.call} ${proposal.subject})`;
    case 'posting':
      return `Post ${proposal.legs.map(({ account, amountCents }) => `${account} ${amountCents}`).join(', ')}`;
  }
}

function isUserId(id: string | undefined): id is Id<'user'> {
  return id?.startsWith('usr_') === true;
}
