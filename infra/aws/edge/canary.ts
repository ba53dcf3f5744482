import { createLog } from '#functions/runtime/log.ts';
import { visitSite } from './visit-site.ts';

const log = createLog('edge.canary');

/** Visits the site, and says in the log how that went: an alarm waits for the line of a good visit. */
export async function handler(): Promise<void> {
  const faults = await visitSite(process.env['SITE_URL'] ?? '');
  if (faults.length === 0) log.info('site answers');
  else log.warn('site does not answer', { faults: faults.join('; ') });
}
