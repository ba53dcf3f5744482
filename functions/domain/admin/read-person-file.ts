import type * as z from 'zod/mini';
import type { UserStats } from '#shared/contract/admin.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { commitAnew } from '../auth/commit-anew.ts';
import { quotaWrites } from '../auth/quota.ts';
import { readUserStatistics } from '../statistics/read-user-statistics.ts';
import { withRetries } from '../with-retries.ts';
import { auditWrite } from './audit-write.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'requestId'>;
type Reading = { readonly actorId: Id<'user'>; readonly userId: Id<'user'> };

/** Time within which further reads of one file by one admin add no record, in milliseconds: an open page reads again. */
const sameReadingMs = 10 * 60_000;

/**
 * Reads one person with their figures for an admin. The record of who read whose file is stored before anything leaves;
 * within ten minutes one record stands for all reads. Throws AppError NotFound.
 */
export async function readPersonFile(needs: Needs, reading: Reading): Promise<z.input<typeof UserStats>> {
  const file = await readUserStatistics(needs, reading.userId);
  await withRetries(needs, () => record(needs, reading));
  return file;
}

async function record(needs: Needs, { actorId, userId }: Reading): Promise<void> {
  const once = { counterId: `person-read:${actorId}:${userId}`, max: 1, windowMs: sameReadingMs };
  const deed = { action: 'person-read', actorId, subjectId: userId, before: {}, after: {}, reason: undefined } as const;
  try {
    await commitAnew(needs.store, [...(await quotaWrites(needs, [once])), auditWrite(needs, deed)]);
  } catch (thrown) {
    // There is a record of this reading.
    if (!(thrown instanceof AppError)) throw thrown;
  }
}
