import { auditWrites, type AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { Ticket } from '#functions/ports/entities/tickets.ts';
import type { Write } from '#functions/ports/store.ts';

type TicketAction = Extract<AuditRecord['action'], `break-${string}`>;

/** Returns the audit record of a step of a ticket, for the commit that makes it. */
export function ticketAudit(
  needs: AuditNeeds,
  action: TicketAction,
  { ticketId, userId, state }: Ticket,
  deed: Pick<AuditRecord, 'actorId' | 'after'> & Partial<Pick<AuditRecord, 'before' | 'reason'>>,
): readonly Write[] {
  return auditWrites(needs, {
    action,
    subjectId: userId ?? 'platform',
    about: ticketId,
    before: { state },
    ...deed,
  });
}
