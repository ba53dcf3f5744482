import { processIssuerEvent } from '#functions/domain/events/process-issuer-event.ts';
import { queueWorker } from '#functions/runtime/queue-worker.ts';

/** Works on stored webhooks of the card issuer. */
export const handler = queueWorker('issuer-events', processIssuerEvent);
