import { closingLimits } from '#shared/closing-limits.ts';
import { entitiesOf, Violation } from './audit.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/**
 * Checks when nothing is under way that each erasure has come to its end, and that no item has the address of a person
 * who was erased (I29): neither one that was written before nor what a process wrote that had read the profile then.
 */
export function erasureAudit({ table, scheduler: { nowMs } }: SimulatedWorld): void {
  for (const { userId, erasedAtMs, dueAtMs, holder } of entitiesOf(table, 'closing')) {
    if (erasedAtMs === undefined) continue;
    if (dueAtMs !== undefined || holder?.dueAtMs !== undefined)
      throw new Violation('I29', `${userId} is not erased to the end`);
  }
  const theirs = new Set(entitiesOf(table, 'user').map(({ email }) => email));
  for (const item of table.all()) {
    // In a story the month before an erasure takes no time. In life these are gone by then.
    if (Number(item['ttlAtSeconds'] ?? Infinity) * 1_000 < nowMs + closingLimits.returnMs) continue;
    for (const [email] of JSON.stringify(item).matchAll(/person-\d+@example\.com/g))
      if (!theirs.has(email)) throw new Violation('I29', `a ${String(item['entity'])} has the address ${email} still`);
  }
}
