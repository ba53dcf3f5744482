import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import type { Services } from '#functions/ports/services.ts';
import { normaliseEmail } from '../auth/normalise-email.ts';
import { restoreAddress } from '#functions/domain/auth/addresses/undo-email-change.ts';
import { auditWrites } from './audit-write.ts';

type Needs = Pick<Services, 'store' | 'keys' | 'clock' | 'random' | 'mailer' | 'log' | 'settings'>;

/**
 * Gives an account back an address that it gave up in the last seven days, for an owner who lost the mail with the undo
 * link. The audit record is written with it. Returns the owner's id.
 *
 * Throws AppError NotFound when no account can get the address back.
 */
export async function restoreAddressOf(
  needs: Needs,
  order: { readonly address: string; readonly actorId: Id<'user'>; readonly reason: string },
): Promise<Id<'user'>> {
  const { address, actorId, reason } = order;
  const emailHash = await needs.keys.emailHash(normaliseEmail(address));
  const reservation = await needs.store.get('emailReservation', { emailHash });
  if (reservation === undefined) throw notFound();
  const { userId } = reservation;
  const restored = await restoreAddress(needs, {
    userId,
    isMeant: (change) => change.emailHash === emailHash,
    // Records outlive the personal data of an erased account, so they hold hashes of addresses.
    alongside: ({ emailHash: before = '' }) =>
      auditWrites(needs, {
        action: 'restore-address',
        actorId,
        subjectId: userId,
        before: { emailHash: before },
        after: { emailHash },
        reason,
      }),
  });
  if (restored === undefined) throw notFound();
  return userId;
}

function notFound(): AppError {
  return new AppError('NotFound', 'No account gave up this address in the last seven days.');
}
