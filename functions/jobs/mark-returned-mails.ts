import { markReturnedMails } from '#functions/domain/auth/addresses/mark-returned-mails.ts';
import { scheduledJob } from '#functions/runtime/scheduled-job.ts';

/** Marks the accounts whose mails come back, so that nothing more is sent there and the site says so. */
export const handler = scheduledJob('mark-returned-mails', markReturnedMails);
