import { hash } from 'node:crypto';
import type { Claim } from '#functions/ports/entities/operations.ts';
import { Violation } from './audit.ts';
import type { SimulatedTable } from './engine/simulated-table.ts';
import type { Process } from './scheduler.ts';
import type { Answered, Asked } from './simulated-world.ts';

/**
 * Checks the answer to a request that moves money, at the moment it is given. A success and a refusal by a rule are
 * stored with the request's claim (I13); a refusal has changed nothing but that claim (I12). Throws a Violation.
 */
export function answerAudit(
  table: SimulatedTable,
  { route, userId, key }: Pick<Asked, 'route' | 'userId' | 'key'>,
  { status, isReplay }: Answered,
  { wrote }: Pick<Process, 'wrote'>,
): void {
  const place = { pk: `CLAIM#${userId}#${route}#${hash('sha256', key, 'base64url')}`, sk: 'CLAIM' };
  const claim = table.get(place) as unknown as Claim | undefined;
  if (status >= 200 && status < 300 && claim?.response === undefined)
    throw new Violation('I13', `${route} (${key}) was answered ${status}, and nothing of that is stored`);
  if (status === 422 && claim?.response?.status !== -1)
    throw new Violation('I13', `${route} (${key}) was refused, and its key may still be used`);
  if (status < 400 || status >= 500 || isReplay || claim?.subjectId !== undefined) return;
  if (wrote.size > (wrote.has('claim') ? 1 : 0))
    throw new Violation('I12', `${route} (${key}) was refused, and wrote ${[...wrote].join(', ')}`);
}
