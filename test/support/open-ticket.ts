import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { person, type Break } from '#functions/domain/reconciliation/break.ts';
import { sightBreak, ticketIdOf } from '#functions/domain/tickets/sight-break.ts';

/** Returns a break of a person's books as a reconciliation finds it. */
export function foundBreak(userId: Id<'user'> | undefined, changes: Partial<Break> = {}): Break {
  return {
    part: 'internal',
    class: 'COUNT',
    subject: userId ?? '2026-11-21',
    ownerId: userId,
    cents: 120,
    atMs: Date.UTC(2026, 10, 21),
    evidence: { counted: 3, says: 4 },
    proposal: person('find out who changed it'),
    ...changes,
  };
}

/** Opens the ticket of a break and returns its id. */
export async function openTicket(
  services: Pick<Services, 'store' | 'clock' | 'random'>,
  userId: Id<'user'> | undefined,
  changes: Partial<Break> = {},
): Promise<Id<'ticket'>> {
  const found = foundBreak(userId, changes);
  await sightBreak(services, found, 'person');
  return ticketIdOf(found);
}
