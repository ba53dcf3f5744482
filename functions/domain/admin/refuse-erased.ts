import { AppError } from '#shared/errors.ts';
import type { User } from '#functions/ports/entities/accounts.ts';

/** Throws AppError Conflict for an erased account: nothing about its person is stored again, and no mail reaches them. */
export function refuseErased({ erasedAtMs }: Pick<User, 'erasedAtMs'>): void {
  if (erasedAtMs !== undefined) throw new AppError('Conflict', 'This account was erased: nobody can sign in to it.');
}
