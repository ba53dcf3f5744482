import type * as z from 'zod/mini';
import type { BreakTicket } from '#shared/contract/breaks.ts';
import type { Ticket } from '#functions/ports/entities/tickets.ts';
import type { Store } from '#functions/ports/store.ts';
import { addressesOf } from '#functions/domain/admin/addresses-of.ts';

/** Describes tickets for staff, with the present addresses of the people in them. */
export async function describeTickets(
  store: Pick<Store, 'getMany'>,
  tickets: readonly Ticket[],
): Promise<z.input<typeof BreakTicket>[]> {
  const addresses = await addressesOf(
    store,
    tickets.flatMap(({ userId, takenBy }) => [userId ?? [], takenBy ?? []].flat()),
  );
  return tickets.map((ticket) => describe(ticket, addresses));
}

/** Describes one ticket for staff. */
export async function describeTicket(
  store: Pick<Store, 'getMany'>,
  ticket: Ticket,
): Promise<z.input<typeof BreakTicket>> {
  const [described] = await describeTickets(store, [ticket]);
  if (described === undefined) throw new Error('no ticket was described');
  return described;
}

function describe(ticket: Ticket, addresses: ReadonlyMap<string, string>): z.input<typeof BreakTicket> {
  const { ticketId, userId, takenBy, atMs, sinceMs, seenAtMs } = ticket;
  const iso = (ms: number): string => new Date(ms).toISOString();
  return {
    _id: ticketId,
    state: ticket.state,
    part: ticket.part,
    class: ticket.class,
    subject: ticket.subject,
    userId: userId ?? null,
    email: (userId && addresses.get(userId)) ?? null,
    cents: ticket.cents,
    evidence: ticket.evidence,
    proposal: ticket.proposal,
    existsSince: iso(atMs),
    since: iso(sinceMs),
    seenAt: iso(seenAtMs),
    seenCount: ticket.seenCount,
    takenBy: takenBy ?? null,
    takenByEmail: (takenBy && addresses.get(takenBy)) ?? null,
    closedBy: ticket.closedBy ?? null,
    closingReason: ticket.closingReason ?? null,
  };
}
