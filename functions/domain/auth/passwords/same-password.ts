import { AppError } from '#shared/errors.ts';

/** The refusal of a new password that is the present one; `field` is its name in the request. */
export function samePassword(field: 'password' | 'newPassword'): AppError {
  return new AppError('ValidationFailed', 'The new password is your current one. Choose another one.', {
    fields: { [field]: 'is your current one' },
  });
}
