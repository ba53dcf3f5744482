import type { SwitchName } from '#shared/contract/switches.ts';
import { AppError } from '#shared/errors.ts';
import type { Id } from '#shared/ids.ts';
import { firstTermsVersion, termsVersion } from '#shared/terms.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { update } from '#functions/ports/store.ts';
import { ownAuditWrite } from '#functions/domain/admin/audit-write.ts';
import { withRetries } from '#functions/domain/with-retries.ts';

/** Actions that wait for the acceptance. A person may always look, freeze, withdraw and delete. */
const waiting: ReadonlySet<SwitchName> = new Set(['deposits', 'cardCreation', 'load']);

/** The version of the terms that a cardholder still has to accept; undefined when the present one is accepted. */
export function termsDueOf({ role, termsVersion: accepted = firstTermsVersion }: User): string | undefined {
  return role === 'user' && accepted !== termsVersion ? termsVersion : undefined;
}

/** Throws AppError TermsNotAccepted for an action that must wait until a cardholder has accepted the present terms. */
export function refuseUnacceptedTerms(user: User, name: SwitchName): void {
  if (!waiting.has(name) || termsDueOf(user) === undefined) return;
  throw new AppError(
    'TermsNotAccepted',
    'Our terms have changed. Please read and accept them first; until then you can freeze your cards and withdraw from them.',
  );
}

/**
 * Stores that a person accepts the present terms, with a record; a repeat changes nothing. Returns the person. Throws
 * AppError Conflict for terms that are no longer the present ones.
 */
export async function acceptTerms(
  needs: Pick<Services, 'store' | 'clock' | 'random' | 'requestId'>,
  userId: Id<'user'>,
  version: string,
): Promise<User> {
  if (version !== termsVersion) {
    throw new AppError('Conflict', 'Our terms have changed again. Reload the page to read and accept them.');
  }
  return withRetries(needs, async () => {
    const user = await needs.store.get('user', { userId });
    if (user === undefined) throw new AppError('NotFound', 'User not found.');
    if (termsDueOf(user) === undefined) return user;
    const nowMs = needs.clock.now();
    const changes = { termsVersion: version, termsAcceptedAtMs: nowMs, updatedAtMs: nowMs };
    const before = { terms: user.termsVersion ?? firstTermsVersion };
    await needs.store.commit([
      update('user', user, changes),
      ownAuditWrite(needs, { userId, action: 'terms-accepted', before, after: { terms: version } }),
    ]);
    return { ...user, ...changes, version: user.version + 1 };
  });
}
