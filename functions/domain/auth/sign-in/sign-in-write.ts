import type { Id } from '#shared/ids.ts';
import { ownAuditWrite, type AuditNeeds } from '#functions/domain/admin/audit-write.ts';
import type { Device } from '#functions/domain/auth/sessions/device-of.ts';
import type { Write } from '#functions/ports/store.ts';

/** The record of a sign-in: with which device, and whether the account knew it. */
export function signInWrite(
  needs: AuditNeeds,
  userId: Id<'user'>,
  { name, isKnown }: Pick<Device, 'name' | 'isKnown'>,
): Write {
  return ownAuditWrite(needs, { userId, action: 'sign-in', after: { device: name, isNewDevice: !isKnown } });
}
