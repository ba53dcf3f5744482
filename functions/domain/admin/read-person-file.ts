import type * as z from 'zod/mini';
import type { UserStats } from '#shared/contract/admin.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { readUserStatistics } from '../statistics/read-user-statistics.ts';
import { auditWrite } from './audit-write.ts';

/**
 * Reads one person with their figures for an admin. The record of who read whose file is stored before anything leaves.
 * Throws AppError NotFound.
 */
export async function readPersonFile(
  needs: Pick<Services, 'store' | 'clock' | 'random' | 'requestId'>,
  { actorId, userId }: { readonly actorId: Id<'user'>; readonly userId: Id<'user'> },
): Promise<z.input<typeof UserStats>> {
  const file = await readUserStatistics(needs, userId);
  await needs.store.commit([
    auditWrite(needs, { action: 'person-read', actorId, subjectId: userId, before: {}, after: {}, reason: undefined }),
  ]);
  return file;
}
