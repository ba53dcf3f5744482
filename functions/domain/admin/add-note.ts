import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { unchanged } from '#functions/ports/store.ts';
import { withRetries } from '#functions/domain/with-retries.ts';
import { auditWrites } from './audit-write.ts';

/**
 * Adds a note of staff to a person's file. It is an audit record: it names its author, nobody changes it, and the
 * person does not see it. Erasing the person deletes its text. Throws AppError NotFound, also for a person who was
 * erased.
 */
export async function addNote(
  needs: Pick<Services, 'store' | 'clock' | 'random' | 'requestId'>,
  { actorId, userId, text }: { readonly actorId: Id<'user'>; readonly userId: Id<'user'>; readonly text: string },
): Promise<undefined> {
  const { store } = needs;
  const words = { after: { note: text } };
  await withRetries(needs, async () => {
    const user = await store.get('user', { userId });
    if (!user || user.erasedAtMs !== undefined) throw new AppError('NotFound', 'User not found.');
    await store.commit([
      ...auditWrites(needs, { action: 'note', actorId, subjectId: userId, before: { note: '' }, after: {}, words }),
      // Conflicts with an erasure at the same time, which would leave these words behind.
      unchanged('user', { userId }, user),
    ]);
  });
}
