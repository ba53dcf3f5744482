import type * as z from 'zod/mini';
import type { UserStats } from '#shared/contract/admin.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { readUserStatistics } from '../statistics/read-user-statistics.ts';
import { recordReading } from './record-reading.ts';

type Needs = Pick<Services, 'store' | 'clock' | 'random' | 'requestId'>;

/**
 * Reads one person with their statistics for an admin. The read is recorded before anything is returned. Throws
 * AppError NotFound.
 */
export async function readPersonFile(
  needs: Needs,
  { actorId, userId }: { readonly actorId: Id<'user'>; readonly userId: Id<'user'> },
): Promise<z.input<typeof UserStats>> {
  const file = await readUserStatistics(needs, userId);
  await recordReading(needs, { action: 'person-read', actorId, subjectId: userId });
  return file;
}
