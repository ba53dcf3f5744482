import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update } from '#functions/ports/store.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { tooManyRequests } from '#functions/domain/auth/quota.ts';
import { dataExportMail } from '#functions/domain/mails/data-export-mail.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';
import { failureName } from '#functions/domain/failure-text.ts';
import { dayMs, hourMs } from '#functions/domain/durations.ts';
import { exportTokenOf } from './export-link.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'requestId' | 'log' | 'mailer' | 'settings' | 'keys'>;

/** Time to live of the link to a data export, and delay until the next one can be asked for, in milliseconds. */
export const exportLinkMs = dayMs;

/** Time for which a request that was not mailed is repeated with its link, in milliseconds. Later, the link would end soon. */
const sameLinkMs = hourMs;

/**
 * Mails a person the link to their data and returns when the link expires. The day's counter counts the mails that were
 * sent: while it is 0, asking again sends the same link, or a new one an hour later, so a failed mail does not use up the day.
 *
 * Throws AppError TooManyRequests within a day of the last request, Busy when the mail could not be sent.
 */
export async function requestExport(needs: Needs, user: User): Promise<{ readonly expiresAtMs: number }> {
  const { store, clock, mailer, settings, log } = needs;
  const { userId, email, firstname } = user;
  const key = { counterId: `data-export:${userId}` };
  const counter = await withRetries(needs, async () => {
    const nowMs = clock.now();
    const seen = await store.get('rateCounter', key);
    if (seen && seen.count > 0)
      throw tooManyRequests(
        seen.expiresAtMs - nowMs,
        'You can get your data once a day. Use the link in our last email.',
      );
    if (seen && nowMs < seen.expiresAtMs - exportLinkMs + sameLinkMs) return seen;
    const opened = { ...key, count: 0, expiresAtMs: nowMs + exportLinkMs, version: 1 };
    await commitForRetry(store, [
      seen ? update('rateCounter', seen, opened) : insert('rateCounter', opened),
      ownAuditWrite(needs, { userId, action: 'data-export' }),
    ]);
    return opened;
  });
  const { expiresAtMs } = counter;
  const token = await exportTokenOf(needs, { userId, expiresAtMs });
  const mail = dataExportMail({ siteUrl: settings.siteUrl, firstname, token, expiresAtMs });
  try {
    await mailer.send({ to: email, ...mail });
  } catch (thrown) {
    log.error('mail not sent', {
      mail: 'data-export',
      userId,
      error: failureName(thrown),
    });
    throw new AppError('Busy', 'We couldn’t send the email. Please try again in a moment.');
  }
  await withRetries(needs, async () => {
    const seen = await store.get('rateCounter', key);
    if (seen?.count === 0) await commitForRetry(store, [update('rateCounter', seen, { count: 1 })]);
  });
  return { expiresAtMs };
}
