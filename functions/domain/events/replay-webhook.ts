import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { StoredEvent } from '#functions/ports/entities/deposits.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { auditWrite, type AuditNeeds } from '../admin/audit-write.ts';
import { decidingAdmin } from '../admin/deciding-admin.ts';
import { withRetries } from '../with-retries.ts';
import { canReplay, outcomeOf } from './describe-webhook.ts';
import { concernedBy } from './read-webhook.ts';

type Needs = AuditNeeds & Pick<Services, 'store' | 'paymentEvents' | 'issuerEvents'>;

/**
 * Queues a webhook for its worker again, as when it came. The worker asks the provider, and nothing is booked twice.
 * The audit record is stored first; if the queue then refuses the message, a repeat sends it.
 * Throws AppError NotFound, Forbidden, and Conflict for a webhook that no worker could read.
 */
export async function replayWebhook(
  needs: Needs,
  { actorId, eventId }: { readonly actorId: Id<'user'>; readonly eventId: string },
): Promise<StoredEvent> {
  const { store, clock } = needs;
  const replayed = await withRetries(needs, async () => {
    const event = await store.get('event', { eventId });
    if (event === undefined) throw new AppError('NotFound', 'Webhook not found.');
    const { userId, depositId, cardId } = await concernedBy(store, event);
    await decidingAdmin(store, { actorId, ownerId: userId });
    if (!canReplay(event)) throw new AppError('Conflict', 'There is nothing to replay of this webhook.');
    const about = depositId ?? cardId;
    const changed = { replayedAtMs: clock.now() };
    const after = { ...event, ...changed };
    await store.commit([
      update('event', event, changed),
      auditWrite(needs, {
        action: 'replay-webhook',
        actorId,
        subjectId: userId ?? 'platform',
        ...(about === undefined ? {} : { about }),
        before: { outcome: outcomeOf(event) },
        after: { webhook: eventId },
      }),
    ]);
    return after;
  });
  const queue = replayed.source === 'payments' ? needs.paymentEvents : needs.issuerEvents;
  await queue.send({ version: 1, eventId });
  return replayed;
}
