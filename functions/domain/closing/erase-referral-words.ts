import type { Id } from '#shared/ids.ts';
import type { AuditRecord, AuditWords } from '#functions/ports/entities/audit.ts';
import type { Services } from '#functions/ports/services.ts';
import { remove, update } from '#functions/ports/store.ts';
import { wordsOf } from '#functions/domain/admin/list-audit.ts';
import { referralTicketOf } from '#functions/domain/signals/referral-ticket.ts';
import { commitForRetry, withRetries } from '#functions/domain/with-retries.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random'>;

/** Number of audit records that are read at once, and maximum of writes in a transaction. */
const pageSize = 100;

/**
 * Removes the reasons of decisions on a person's referral. Their records are about the referrer, so the person's own part
 * of the audit log does not lead to them. The last decision's reason also closed the referrer's ticket.
 */
export async function eraseReferralWords(needs: Needs, refereeId: Id<'user'>): Promise<void> {
  const { store } = needs;
  const signup = await store.get('reward', { refereeId, event: 'signup' });
  if (signup?.review === undefined) return;
  const { referrerId } = signup;
  const ticketId = referralTicketOf(referrerId);
  await withRetries(needs, async () => {
    const records = await recordsOf(needs, referrerId, ({ about, after }) =>
      [refereeId, ticketId].some((id) => id === after['referee'] || id === about),
    );
    const words = (await store.getMany('auditWords', wordsOf(records))).filter((each) => each !== undefined);
    const isOfReferee = ({ auditId }: AuditWords): boolean =>
      records.some((record) => record.auditId === auditId && record.after['referee'] === refereeId);
    const reasons = new Set(words.filter(isOfReferee).map(({ reason }) => reason));
    const ticket = await store.get('ticket', { ticketId });
    const writes = [
      ...words
        .filter((each) => !isOfReferee(each) && reasons.has(each.reason))
        .map((each) => remove('auditWords', each)),
      ...(ticket?.closingReason !== undefined && reasons.has(ticket.closingReason)
        ? [update('ticket', ticket, { closingReason: undefined })]
        : []),
      // Last: an erasure that died looks for these reasons again.
      ...words.filter(isOfReferee).map((each) => remove('auditWords', each)),
    ];
    for (let from = 0; from < writes.length; from += pageSize)
      await commitForRetry(store, writes.slice(from, from + pageSize));
  });
}

async function recordsOf(
  { store }: Needs,
  subjectId: Id<'user'>,
  isWanted: (record: AuditRecord) => boolean,
): Promise<readonly AuditRecord[]> {
  const found: AuditRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.listAudit({ of: 'subject', subjectId }, { limit: pageSize, cursor });
    found.push(...page.items.filter(isWanted));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
}
