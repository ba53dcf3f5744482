import { ownAuditWrite, type AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import type { Device } from '#functions/domain/auth/sessions/device-of.ts';
import type { User } from '#functions/ports/entities/accounts.ts';
import type { Write } from '#functions/ports/store.ts';

/** The last proof that a sign-in took. */
export type SignInWay = 'password' | 'email-code' | 'app-code' | 'recovery-code' | 'passkey';

/** The record of a sign-in: how, with which device, whether the account knew it, and if it was the first. */
export function signInWrite(
  needs: AuditNeeds,
  { userId, hasNeverSignedIn }: Pick<User, 'userId' | 'hasNeverSignedIn'>,
  { name, isKnown }: Pick<Device, 'name' | 'isKnown'>,
  way: SignInWay,
): Write {
  const after = { by: way, device: name, isNewDevice: !isKnown, ...(hasNeverSignedIn ? { isFirst: true } : {}) };
  return ownAuditWrite(needs, { userId, action: 'sign-in', after });
}
