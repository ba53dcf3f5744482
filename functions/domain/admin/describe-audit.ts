import type * as z from 'zod/mini';
import { securityKinds, type AuditEntry, type SecurityEvent } from '#shared/contract/audit.ts';
import type { AuditRecord } from '#functions/ports/entities/audit.ts';

/** Describes an audit record for staff, with the present addresses of those in it. */
export function describeAudit(record: AuditRecord, addresses: ReadonlyMap<string, string>): z.input<typeof AuditEntry> {
  return {
    _id: record.auditId,
    at: new Date(record.atMs).toISOString(),
    actor: record.actorId,
    actorEmail: addresses.get(record.actorId) ?? null,
    kind: record.action,
    subject: record.subjectId,
    subjectEmail: addresses.get(record.subjectId) ?? null,
    about: record.about ?? null,
    reason: record.reason ?? null,
    before: record.before,
    after: record.after,
    requestId: record.requestId ?? null,
  };
}

/** Describes a record for the person concerned: without the reason and the name of the admin. */
export function describeSecurityEvent(record: AuditRecord): z.input<typeof SecurityEvent> {
  const kind = securityKinds.find((each) => each === record.action);
  if (kind === undefined) throw new Error(`${record.auditId} is not for its subject`);
  return {
    _id: record.auditId,
    at: new Date(record.atMs).toISOString(),
    kind,
    by: record.actorId === record.subjectId ? 'you' : 'support',
    cardId: kind === 'card-reveal' ? (record.about ?? null) : null,
    details: record.after,
  };
}
