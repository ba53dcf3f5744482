import type { Id } from '#shared/ids.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, type Write } from '#functions/ports/store.ts';

/** The input of a record: the request's id comes from the endpoint pipeline. */
export type AuditNeeds = Pick<Services, 'random' | 'clock' | 'requestId'>;

/**
 * The audit record of what is done, for the transaction that does it: there is no such change without its record. The
 * only place that makes one.
 */
export function auditWrite(
  { random, clock, requestId }: AuditNeeds,
  deed: Omit<AuditRecord, 'auditId' | 'atMs' | 'requestId'>,
): Write {
  return insert('audit', { ...deed, auditId: random.id('audit'), atMs: clock.now(), requestId });
}

/** The record of what a person does to the security of their own account. */
export function ownAuditWrite(needs: AuditNeeds, { userId, action, before = {}, after = {} }: OwnDeed): Write {
  return auditWrite(needs, { action, actorId: userId, subjectId: userId, before, after, reason: undefined });
}

type OwnDeed = Pick<AuditRecord, 'action'> & {
  readonly userId: Id<'user'>;
  readonly before?: AuditRecord['before'];
  readonly after?: AuditRecord['after'];
};
