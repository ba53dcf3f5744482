import type { Id } from '#shared/ids.ts';
import type { AuditRecord, AuditWords } from '#functions/ports/entities/audit.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, type Write } from '#functions/ports/store.ts';

/** The input of a record: the request's id comes from the endpoint pipeline. */
export type AuditNeeds = Pick<Services, 'random' | 'clock' | 'requestId'>;

/** A deed, without a word of a person. */
type Deed = Omit<AuditRecord, 'auditId' | 'atMs' | 'requestId' | 'reason' | 'hasWords'>;

/** A deed, with the reason and the changed fields that are in a person's own words. */
type DeedInWords = Deed & {
  readonly reason?: string | undefined;
  readonly words?: Partial<Pick<AuditWords, 'before' | 'after'>>;
};

/**
 * The audit record of what is done, for the transaction that does it: there is no such change without its record. With
 * `auditWrites` the only place that makes one.
 */
export function auditWrite(needs: AuditNeeds, deed: Deed & { readonly reason?: undefined }): Write {
  return insert('audit', { ...stamped(needs), ...deed, reason: undefined });
}

/**
 * The audit record of what is done for a reason, or with a text. About a person the words are an item of their own, which
 * an erasure removes; the record stays as it is.
 */
export function auditWrites(needs: AuditNeeds, { reason, words = {}, ...deed }: DeedInWords): readonly Write[] {
  const { before = {}, after = {} } = words;
  const { subjectId } = deed;
  const record = { ...stamped(needs), ...deed, reason: undefined };
  const hasWords = reason !== undefined || Object.keys(before).length + Object.keys(after).length > 0;
  if (!hasWords) return [insert('audit', record)];
  if (subjectId === 'platform') {
    const values = { before: { ...deed.before, ...before }, after: { ...deed.after, ...after } };
    return [insert('audit', { ...record, ...values, reason })];
  }
  return [
    insert('audit', { ...record, hasWords }),
    insert('auditWords', { auditId: record.auditId, subjectId, reason, before, after }),
  ];
}

/** The record of what a person does to the security of their own account. */
export function ownAuditWrite(needs: AuditNeeds, { userId, action, before = {}, after = {} }: OwnDeed): Write {
  return auditWrite(needs, { action, actorId: userId, subjectId: userId, before, after });
}

type OwnDeed = Pick<AuditRecord, 'action'> & {
  readonly userId: Id<'user'>;
  readonly before?: AuditRecord['before'];
  readonly after?: AuditRecord['after'];
};

function stamped({ random, clock, requestId }: AuditNeeds): Pick<AuditRecord, 'auditId' | 'atMs' | 'requestId'> {
  return { auditId: random.id('audit'), atMs: clock.now(), requestId };
}
