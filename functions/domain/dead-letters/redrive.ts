import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import type { QueueName } from '#functions/ports/dead-letters.ts';
import { auditWrite, type AuditNeeds } from '#functions/domain/admin/audit-write.ts';

/** Maximum time for moving messages, in milliseconds: the function has 29 seconds. */
const movingMs = 15_000;

/**
 * Moves the dead letters of a queue back to it. The audit record is stored first, so nothing moves without one. A
 * repeat moves the rest.
 */
export async function redrive(
  needs: AuditNeeds & Pick<Services, 'store' | 'deadLetters'>,
  { queue, actorId }: { readonly queue: QueueName; readonly actorId: Id<'user'> },
): Promise<{ readonly moved: number; readonly left: number }> {
  const { store, deadLetters, clock } = needs;
  const letters = deadLetters[queue];
  const { count } = await letters.peek();
  await store.commit([
    auditWrite(needs, {
      action: 'redrive',
      actorId,
      subjectId: 'platform',
      before: { count },
      after: { queue },
      reason: undefined,
    }),
  ]);
  const moved = await letters.giveBack(clock.now() + movingMs);
  return { moved, left: Math.max(0, (await letters.peek()).count) };
}
