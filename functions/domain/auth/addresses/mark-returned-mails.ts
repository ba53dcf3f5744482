import type { Services } from '#functions/ports/services.ts';
import type { ReturnedMail } from '#functions/ports/returned-mails.ts';
import { update } from '#functions/ports/store.ts';
import { inParallel } from '#functions/domain/in-parallel.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { normaliseEmail } from '../normalise-email.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'keys' | 'log' | 'random' | 'returnedMails'>;

/** Time that a run looks back, in milliseconds: a day without a run loses nothing. */
const lookBackMs = dayMs;

/**
 * Marks the accounts whose address refuses our mails. From then on no notification is mailed there, and the site says
 * so. A new address removes the mark, and so does a link that was followed from a mail. A repeat changes nothing.
 */
export async function markReturnedMails(needs: Needs): Promise<{ listed: number; marked: number; failed: number }> {
  const { clock, log, returnedMails } = needs;
  const listed = await returnedMails.listedSince(clock.now() - lookBackMs);
  let marked = 0;
  const { failed } = await inParallel(
    listed,
    8,
    async (mail) => {
      if (await mark(needs, mail)) marked += 1;
    },
    (_, thrown) => log.error('returned mail not noted', { detail: failureMessage(thrown) }),
  );
  return { listed: listed.length, marked, failed };
}

/** Returns true when the mark is new. */
async function mark(needs: Needs, { address, reason }: ReturnedMail): Promise<boolean> {
  const { store, clock, keys } = needs;
  const emailHash = await keys.emailHash(normaliseEmail(address));
  return withRetries(needs, async () => {
    const owner = await store.get('emailOwner', { emailHash });
    const user = owner && (await store.get('user', { userId: owner.userId }));
    if (!user || user.mailReturned !== undefined) return false;
    const nowMs = clock.now();
    await store.commit([update('user', user, { mailReturned: { reason, atMs: nowMs }, updatedAtMs: nowMs })]);
    return true;
  });
}
