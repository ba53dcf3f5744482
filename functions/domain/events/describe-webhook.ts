import type * as z from 'zod/mini';
import type { Webhook, webhookOutcomes } from '#shared/contract/inbox.ts';
import type { StoredEvent } from '#functions/ports/entities/deposits.ts';

/** The outcome of a webhook. */
export type WebhookOutcome = (typeof webhookOutcomes)[number];

/** Describes a webhook without its body. */
export function describeWebhook(event: StoredEvent): z.input<typeof Webhook> {
  const { processedAtMs } = event;
  return {
    _id: event.eventId,
    provider: event.source,
    receivedAt: new Date(event.receivedAtMs).toISOString(),
    verdict: verdictOf(event),
    outcome: outcomeOf(event),
    words: wordsOf(event),
    about: event.about ?? null,
    deliveries: event.deliveries ?? 1,
    failures: event.failures?.count ?? 0,
    processedAt: processedAtMs === undefined ? null : new Date(processedAtMs).toISOString(),
    canReplay: canReplay(event),
  };
}

/** True for a webhook that its worker can read. */
export function canReplay(event: StoredEvent): boolean {
  const verdict = verdictOf(event);
  return verdict === 'accepted' || (verdict === 'kept' && event.about !== undefined);
}

/** Returns the verdict on a webhook. For a webhook from before verdicts were stored, derives it. */
export function verdictOf({ verdict, quarantineReason }: StoredEvent): NonNullable<StoredEvent['verdict']> {
  return verdict ?? (quarantineReason === undefined ? 'accepted' : 'kept');
}

/** Returns the outcome of a webhook: the latest of its processing, its failures and its replay decides. */
export function outcomeOf(event: StoredEvent): WebhookOutcome {
  if (verdictOf(event) !== 'accepted') return 'none';
  const { processedAtMs, failures, result, replayedAtMs = 0 } = event;
  const since = Math.max(failures?.atMs ?? 0, replayedAtMs);
  if (processedAtMs !== undefined && processedAtMs >= since) return result?.outcome ?? 'done';
  if (failures === undefined || failures.atMs < replayedAtMs) return 'waiting';
  return failures.isLast ? 'set_aside' : 'failing';
}

function wordsOf(event: StoredEvent): string | null {
  const isFailing = ['failing', 'set_aside'].includes(outcomeOf(event));
  return (isFailing ? event.failures?.words : (event.quarantineReason ?? event.result?.words)) ?? null;
}
