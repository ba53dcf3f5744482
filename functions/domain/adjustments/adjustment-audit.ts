import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { Adjustment } from '#functions/ports/entities/adjustments.ts';
import type { Write } from '#functions/ports/store.ts';
import { auditWrites, type AuditNeeds } from '../admin/audit-write.ts';

type Action = 'propose-adjustment' | 'approve-adjustment' | 'reject-adjustment' | 'expire-adjustment';

/** The audit record of a step of an adjustment. */
export function adjustmentAudit(
  needs: AuditNeeds,
  action: Action,
  adjustment: Adjustment,
  { actorId, state, reason }: Pick<AuditRecord, 'actorId' | 'reason'> & Pick<Adjustment, 'state'>,
): readonly Write[] {
  const { adjustmentId, userId, direction, amountCents, link, refusedOf } = adjustment;
  return auditWrites(needs, {
    action,
    actorId,
    subjectId: userId,
    about: adjustmentId,
    before: { state: action === 'propose-adjustment' ? 'none' : 'waiting' },
    after: { state, direction, amountCents, ...(refusedOf && { refusedOf }) },
    words: link === undefined ? {} : { after: { link } },
    reason,
  });
}
