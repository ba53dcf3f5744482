import type { Wallet } from '#functions/ports/entities/books.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { inParallel } from '../in-parallel.ts';
import { sendUnlessRefused } from '#functions/domain/auth/send-mail.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { debtMail } from '../mails/debt-mail.ts';
import { withRetries } from '../with-retries.ts';
import { workOff } from '../work-off.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'mailer' | 'settings'>;

/** Maximum number of accounts of a shard that are read at once. A run reads on until its time is over. */
const batch = 50;

/** Time after which a run begins no further mail, in milliseconds: a slow mailer must not outlast the function. */
const beginsForMs = 20_000;

/**
 * Mails everybody whose account has begun to owe money. The posting that made the debt made the mail due, so no process
 * that dies loses it. A mail is marked as sent afterwards: a process that dies in between sends it once more, under the
 * same id.
 */
export async function mailDebts(needs: Needs): Promise<{ mails: number; failed: number }> {
  const { store, clock, log } = needs;
  const beganAtMs = clock.now();
  const isOver = (): boolean => clock.now() - beganAtMs > beginsForMs;
  const { done, failed } = await workOff(
    (limit) => store.listDueWallets(beganAtMs, limit),
    batch,
    ({ userId }) => userId,
    (due) =>
      inParallel(
        due,
        8,
        (wallet) => mailDebt(needs, wallet),
        ({ userId }, thrown) => log.error('debt not mailed', { userId, detail: failureMessage(thrown) }),
        isOver,
      ),
    isOver,
  );
  return { mails: done, failed };
}

async function mailDebt(needs: Needs, { userId }: Pick<Wallet, 'userId'>): Promise<void> {
  const { store, settings } = needs;
  const [wallet, user] = await store.getBoth({ kind: 'wallet', key: { userId } }, { kind: 'user', key: { userId } });
  if (!wallet || !user) throw new Error(`${userId} has no profile or wallet`);
  const { debtCents, dueAtMs } = wallet;
  if (dueAtMs === undefined) return;
  const { siteUrl } = settings;
  const { firstname, email } = user;
  // No mail is sent once the debt is paid, the account is erased, or its mails come back.
  if (debtCents > 0 && user.erasedAtMs === undefined && user.mailReturned === undefined)
    await sendUnlessRefused(needs, email, debtMail({ siteUrl, firstname, debtCents }), {
      mail: 'debt',
      userId,
      ofMs: dueAtMs,
    });
  await withRetries(needs, async () => {
    const now = await store.get('wallet', { userId });
    if (now && now.dueAtMs === dueAtMs) await store.commit([update('wallet', now, { dueAtMs: undefined })]);
  });
}
