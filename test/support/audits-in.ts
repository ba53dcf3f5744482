import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { MemoryStore } from './memory-store.ts';

/** Returns the audit records of a world as staff read them, together with their texts, which are stored separately. */
export function auditsIn(store: Pick<MemoryStore, 'all'>): readonly AuditRecord[] {
  const words = store.all('auditWords');
  return store.all('audit').map(({ hasWords, ...record }) => {
    const found = words.find(({ auditId }) => auditId === record.auditId);
    if ((found !== undefined) !== (hasWords === true)) throw new Error(`${record.auditId} and its words disagree`);
    if (found === undefined) return record;
    const { reason, before, after } = found;
    return { ...record, reason, before: { ...record.before, ...before }, after: { ...record.after, ...after } };
  });
}
