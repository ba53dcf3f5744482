import type { AuditRecord } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, type Write } from '#functions/ports/store.ts';

/** The record of what an admin does, for the transaction that does it: there is no such change without its record. */
export function auditWrite(
  { random, clock }: Pick<Services, 'random' | 'clock'>,
  deed: Omit<AuditRecord, 'auditId' | 'atMs'>,
): Write {
  return insert('audit', { ...deed, auditId: random.id('audit'), atMs: clock.now() });
}
