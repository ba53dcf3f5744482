import type * as z from 'zod/mini';
import type { WebhookFile } from '#shared/contract/inbox.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { StoredEvent } from '#functions/ports/entities/deposits.ts';
import type { Services } from '#functions/ports/services.ts';
import { recordReading } from '../admin/record-reading.ts';
import { describeWebhook } from './describe-webhook.ts';
import { withoutSecrets } from './without-secrets.ts';

/** The person and the deposit or card that a webhook is about, as far as it names one. */
export type Concerned = {
  readonly userId?: Id<'user'>;
  readonly depositId?: Id<'deposit'>;
  readonly cardId?: Id<'card'>;
};

/**
 * Reads a webhook with its body for staff. The read is recorded before anything is returned. Throws AppError NotFound.
 */
export async function readWebhook(
  needs: Pick<Services, 'store' | 'clock' | 'random' | 'requestId'>,
  { actorId, eventId }: { readonly actorId: Id<'user'>; readonly eventId: string },
): Promise<z.input<typeof WebhookFile>> {
  const { store } = needs;
  const event = await store.get('event', { eventId });
  if (event === undefined) throw new AppError('NotFound', 'Webhook not found.');
  const { userId, depositId, cardId } = await concernedBy(store, event);
  const about = depositId ?? cardId;
  await recordReading(needs, {
    action: 'webhook-read',
    actorId,
    subjectId: userId ?? 'platform',
    ...(about === undefined ? {} : { about }),
  });
  return {
    ...describeWebhook(event),
    body: withoutSecrets(Buffer.from(event.bodyBase64, 'base64'), 2) ?? null,
    userId: userId ?? null,
    depositId: depositId ?? null,
    cardId: cardId ?? null,
    keptUntil: new Date(event.expiresAtMs).toISOString(),
  };
}

/** Finds the person and the deposit or card that a webhook is about. */
export async function concernedBy(
  store: Services['store'],
  { source, about }: Pick<StoredEvent, 'source' | 'about'>,
): Promise<Concerned> {
  if (about === undefined) return {};
  if (source === 'issuer') return (await store.get('issuerCardOwner', { issuerCardId: about })) ?? {};
  const deposit = await store.get('deposit', { depositId: about as Id<'deposit'> });
  return deposit === undefined ? {} : { userId: deposit.userId, depositId: deposit.depositId };
}
