import { notifyOfChanges } from '#functions/domain/notifications/notify-of-changes.ts';
import { notePurchases } from '#functions/domain/subscriptions/note-purchases.ts';
import { changeWorker } from '#functions/runtime/stream-worker.ts';

/** Notifies people of what was committed, and notes whose cards were charged, for their subscriptions. */
export const handler = changeWorker('notifications', async (services, changes) => {
  await notePurchases(services, changes);
  return notifyOfChanges(services, changes);
});
