import { AppError } from '#shared/errors.ts';
import type { EmailChange, EmailReservation, User } from '#functions/ports/entities/accounts.ts';
import type { Services } from '#functions/ports/services.ts';
import { insert, remove, type Write } from '#functions/ports/store.ts';
import { dayMs } from '#functions/domain/durations.ts';
import { searchTermWrites } from '../admin/search-terms.ts';
import { tooManyRequests } from './quota.ts';

/** Time for which an old address is reserved, and for which it can undo the change, in milliseconds. */
export const undoMs = 7 * dayMs;

/** Maximum number of changes that can be undone at once: each keeps an address from everybody else. */
const undoableMax = 5;

/** Returns the changes of a person's address that can still be undone, oldest first. */
export function undoableChanges({ emailChanges = [] }: User, nowMs: number): readonly EmailChange[] {
  return emailChanges.filter(({ untilMs }) => untilMs > nowMs);
}

/** True where an undo took an address away. It can't be undone: only its mail is due. */
export function isLost({ untilMs }: EmailChange): boolean {
  return untilMs === 0;
}

/** Throws AppError TooManyRequests while a person changed the address too often in the last seven days. */
export function assertMayChangeAddress(user: User, nowMs: number): void {
  const changes = undoableChanges(user, nowMs);
  const first = changes[changes.length - undoableMax];
  if (first !== undefined) throw tooManyRequests(first.untilMs - nowMs, 'You changed your email too often this week.');
}

/** An address that an account has, and the changes that can take it back to earlier ones. */
export type AddressHistory = { readonly emailHash: string; readonly changes: readonly EmailChange[] };

/** Returns the writes that reserve the addresses an account may take back, and free those it no longer may. */
export function reservationWrites(
  { userId }: Pick<User, 'userId'>,
  before: AddressHistory,
  after: AddressHistory,
): readonly Write[] {
  const [old, now] = [reservedBy(before), reservedBy(after)];
  return [
    ...[...old.keys()]
      .filter((emailHash) => !now.has(emailHash))
      .map((emailHash) => remove('emailReservation', { emailHash })),
    ...[...now]
      .filter(([emailHash]) => !old.has(emailHash))
      .map(([emailHash, expiresAtMs]) => insert('emailReservation', { emailHash, userId, expiresAtMs })),
  ];
}

/** Maps the hash of each reserved address to the end of its reservation. The present address needs none. */
function reservedBy({ emailHash, changes }: AddressHistory): ReadonlyMap<string, EmailReservation['expiresAtMs']> {
  const reserved = changes.filter((change) => change.emailHash !== emailHash);
  return new Map(reserved.map((change) => [change.emailHash, change.untilMs]));
}

/** Returns the writes that make a person findable by the new address instead of the old one, if the old one was. */
export async function renamedWrites(
  { store }: Pick<Services, 'store'>,
  user: User,
  email: string,
): Promise<readonly Write[]> {
  const writes = searchTermWrites(user, { ...user, email });
  const isThere = await Promise.all(
    writes.map(async (write) => write.write !== 'remove' || (await store.get(write.kind, write.key)) !== undefined),
  );
  return writes.filter((_, index) => isThere[index]);
}

/** Makes the error for every request of an account that is locked until its password is reset. */
export function accountLocked(): AppError {
  return new AppError(
    'AccountLocked',
    'This account is locked. Reset your password to unlock it: use “Forgot password?”.',
  );
}
