import type { Id } from '#shared/ids.ts';
import { ownAuditWrite, type AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import type { Device } from '#functions/domain/auth/sessions/device-of.ts';
import type { Write } from '#functions/ports/store.ts';

/** The last thing that a sign-in took. */
export type SignInWay = 'password' | 'email-code' | 'app-code' | 'recovery-code' | 'passkey';

/** The record of a sign-in: how, with which device, and whether the account knew it. */
export function signInWrite(
  needs: AuditNeeds,
  userId: Id<'user'>,
  { name, isKnown }: Pick<Device, 'name' | 'isKnown'>,
  way: SignInWay,
): Write {
  return ownAuditWrite(needs, { userId, action: 'sign-in', after: { by: way, device: name, isNewDevice: !isKnown } });
}
