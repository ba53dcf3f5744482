import { notifyOfChanges } from '#functions/domain/notifications/notify-of-changes.ts';
import { changeWorker } from '#functions/runtime/stream-worker.ts';

/** Notifies people of what was committed. */
export const handler = changeWorker('notifications', notifyOfChanges);
