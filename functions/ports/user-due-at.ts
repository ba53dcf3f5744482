import type { User } from './entities/accounts.ts';

/**
 * Returns when the job `remind-people` has something to do for a person, in milliseconds since 1970 UTC: a step of a
 * reset of the factors, or a mail about a change of the address. Undefined when there is nothing.
 */
export function userDueAtMs({ factorReset, emailChanges = [] }: User): number | undefined {
  const times = [factorReset?.approval?.dueAtMs, ...emailChanges.map(({ mailDueAtMs }) => mailDueAtMs)];
  const due = times.filter((atMs) => atMs !== undefined);
  return due.length === 0 ? undefined : Math.min(...due);
}
