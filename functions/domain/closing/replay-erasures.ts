import { zero } from '#shared/money.ts';
import type { Erasure } from '#functions/ports/entities/closing.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, update } from '#functions/ports/store.ts';
import { Posting } from '#functions/domain/ledger/posting.ts';
import { accountClosed } from '#functions/domain/ledger/postings.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { failureMessage } from '#functions/domain/failure-text.ts';
import { eraseAccount } from './erase-account.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'log' | 'keys'>;

/**
 * Erases again everybody in the list of erasures whom a restored backup brought back. Where the backup is older than
 * the closing, the account is closed first, whatever is in it: the money waits unclaimed. The job then has the card
 * issuer delete the cardholder, also for erasures from before the issuer was called. A repeat changes nothing. Goes on
 * when one person fails, and returns all who did.
 */
export async function replayErasures(needs: Needs): Promise<{
  listed: number;
  erased: number;
  failed: readonly { readonly userId: Erasure['userId']; readonly detail: string }[];
}> {
  const { store } = needs;
  const failed: { readonly userId: Erasure['userId']; readonly detail: string }[] = [];
  let [listed, erased] = [0, 0];
  let cursor: string | undefined;
  do {
    const page = await store.listErasures({ limit: 100, cursor });
    for (const erasure of page.items) {
      listed += 1;
      try {
        if (await replay(needs, erasure)) erased += 1;
      } catch (thrown) {
        failed.push({ userId: erasure.userId, detail: failureMessage(thrown) });
      }
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return { listed, erased, failed };
}

/** Erases a person in the list again. Returns true when there was something to erase. */
async function replay(needs: Needs, { userId, mailboxHash, erasedAtMs }: Erasure): Promise<boolean> {
  const { store } = needs;
  if (!(await store.get('formerMailbox', { mailboxHash })))
    await store.commit([insert('formerMailbox', { mailboxHash, atMs: erasedAtMs })]);
  const isThere = await withRetries(needs, async () => {
    const [user, wallet] = await store.getBoth({ kind: 'user', key: { userId } }, { kind: 'wallet', key: { userId } });
    const closing = await store.get('closing', { userId });
    if (!user || !wallet) return false;
    if (closing !== undefined)
      return closing.erasedAtMs === undefined || closing.dueAtMs !== undefined || closing.holder === undefined;
    const nowMs = needs.clock.now();
    const posting = new Posting(nowMs, { wallet });
    if (wallet.availableCents > 0) posting.post(accountClosed(wallet));
    await store.commit([
      update('user', user, { closedAtMs: nowMs, updatedAtMs: nowMs }),
      ...posting.changeWallet({ closedAtMs: nowMs }).writesWithoutCards(),
      insert('closing', {
        userId,
        closedAtMs: nowMs,
        waivedCents: zero,
        dueAtMs: nowMs,
        erasedAtMs: undefined,
        version: 1,
      }),
    ]);
    return true;
  });
  return isThere && eraseAccount(needs, userId);
}
