import type { AuditRecord } from '#functions/ports/entities/audit.ts';
import type { MemoryStore } from './memory-store.ts';

/** The audit records of a world as staff read them: with the words that lie apart from them. */
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
