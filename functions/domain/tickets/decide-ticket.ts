import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Ticket } from '#functions/ports/entities/tickets.ts';
import type { Services } from '#functions/ports/services.ts';
import { update, type Store, type Write } from '#functions/ports/store.ts';
import type { AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import { decidingAdmin } from '#functions/domain/admin/deciding-admin.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { ticketAudit } from './ticket-audit.ts';

type Needs = AuditNeeds & Pick<Services, 'store'>;
type Act = { readonly ticketId: Id<'ticket'>; readonly actorId: Id<'user'> };

/**
 * Makes an admin the owner of an open ticket, with its audit record. A repeated call changes nothing. `from` is the owner
 * whom the admin was shown, null for none; undefined for anybody. Throws AppError NotFound, Forbidden (an own account),
 * Conflict (closed, or another admin has taken it meanwhile).
 */
export async function takeTicket(
  needs: Needs,
  { from, ...act }: Act & { readonly from?: Id<'user'> | null | undefined },
): Promise<Ticket> {
  const { actorId } = act;
  return change(needs, act, async (ticket) => {
    if (ticket.takenBy === actorId) return undefined;
    if (from !== undefined && from !== (ticket.takenBy ?? null))
      throw new AppError('Conflict', 'The break has another owner by now. Look at it again.');
    const audited = {
      actorId,
      before: { takenBy: ticket.takenBy ?? 'nobody' },
      after: { takenBy: actorId },
    };
    return [ticketAudit(needs, 'break-taken', ticket, audited), { takenBy: actorId }];
  });
}

/**
 * Closes a ticket for a reason, with its audit record. `isDecided` says that what it is about was just decided. Throws
 * AppError NotFound, Forbidden (an own account), Conflict (closed, or its referrals are held still: nothing else leads to
 * them).
 */
export async function closeTicket(
  needs: Needs,
  { reason, isDecided, ...act }: Act & { readonly reason: string; readonly isDecided?: true },
): Promise<Ticket> {
  const { actorId } = act;
  return change(needs, act, async (ticket) => {
    const { class: kind, userId } = ticket;
    const isHeld = kind === 'REFERRALS' && userId !== undefined && !isDecided;
    if (isHeld && (await needs.store.listHeldReferrals(userId, 1)).length > 0)
      throw new AppError('Conflict', 'Referrals are held still: release or refuse them, and it closes by itself.');
    return [
      ticketAudit(needs, 'break-closed', ticket, { actorId, after: { state: 'closed' }, reason }),
      { state: 'closed', sinceMs: needs.clock.now(), closedBy: 'staff', closingReason: reason },
    ];
  });
}

type Change = readonly [audit: readonly Write[], changes: Partial<Omit<Ticket, 'version'>>];

async function change(
  needs: Needs,
  { ticketId, actorId }: Act,
  decide: (ticket: Ticket) => Promise<Change | undefined>,
): Promise<Ticket> {
  const { store } = needs;
  return withRetries(needs, async () => {
    const ticket = await openTicket(store, ticketId);
    await decidingAdmin(store, { actorId, ownerId: ticket.userId });
    const decided = await decide(ticket);
    if (decided === undefined) return ticket;
    const [audit, changes] = decided;
    await commitForRetry(store, [...audit, update('ticket', ticket, changes)]);
    return { ...ticket, ...changes };
  });
}

async function openTicket(store: Pick<Store, 'get'>, ticketId: Id<'ticket'>): Promise<Ticket> {
  const ticket = await store.get('ticket', { ticketId });
  if (ticket === undefined) throw new AppError('NotFound', 'Break not found.');
  if (ticket.state === 'closed') throw new AppError('Conflict', 'This break is closed.');
  return ticket;
}
