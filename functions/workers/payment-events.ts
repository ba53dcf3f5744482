import { processPaymentEvent } from '#functions/domain/events/process-payment-event.ts';
import { queueWorker } from '#functions/runtime/queue-worker.ts';

/** Works on stored webhooks of the payment provider. */
export const handler = queueWorker('payment-events', processPaymentEvent);
