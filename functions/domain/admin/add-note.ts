import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { auditWrite } from './audit-write.ts';

/**
 * Adds a note of staff to a person's file. It is an audit record: it names its author, nobody changes it, and the person
 * does not see it. Throws AppError NotFound.
 */
export async function addNote(
  needs: Pick<Services, 'store' | 'clock' | 'random' | 'requestId'>,
  { actorId, userId, text }: { readonly actorId: Id<'user'>; readonly userId: Id<'user'>; readonly text: string },
): Promise<undefined> {
  if (!(await needs.store.get('user', { userId }))) throw new AppError('NotFound', 'User not found.');
  await needs.store.commit([
    auditWrite(needs, {
      action: 'note',
      actorId,
      subjectId: userId,
      before: { note: '' },
      after: { note: text },
      reason: undefined,
    }),
  ]);
}
