import type { Id } from '#shared/ids.ts';
import type { AuditRecord, AuditWords } from '#functions/ports/entities/audit.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, type Write } from '#functions/ports/store.ts';

/** The services that an audit record needs. The endpoint pipeline sets the request's id. */
export type AuditNeeds = Pick<Services, 'random' | 'clock' | 'requestId'>;

/** An audited change, without free text. */
type Deed = Omit<AuditRecord, 'auditId' | 'atMs' | 'requestId' | 'reason' | 'hasWords'>;

/** An audited change with free text: its reason, and the changed fields that are in a person's own words. */
type DeedInWords = Deed & {
  readonly reason?: string | undefined;
  readonly words?: Partial<Pick<AuditWords, 'before' | 'after'>>;
};

/**
 * Returns the audit record of a change, for the transaction of that change, so that neither exists without the other.
 * Only this function and `auditWrites` make audit records.
 */
export function auditWrite(needs: AuditNeeds, deed: Deed & { readonly reason?: undefined }): Write {
  return insert('audit', { ...stamped(needs), ...deed, reason: undefined });
}

/**
 * Returns the audit record of a change that may have free text. In a record about a person, the text is a separate
 * item: an erasure removes the text and leaves the record.
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

/** Returns the audit record of a change that a person makes to the security of their own account. */
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
