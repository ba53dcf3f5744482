import { AppError } from '#shared/errors.ts';

/**
 * Throws AppError UnsupportedMediaType unless a request says that it is JSON: `application/json`, in any case, with or
 * without parameters.
 */
export function refuseOtherThanJson(contentType: string | undefined): void {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new AppError('UnsupportedMediaType', 'The request must be JSON: send content-type: application/json.');
  }
}
