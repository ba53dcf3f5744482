import { AppError } from '#shared/errors.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Not written yet. */
export const handler = endpoint('auth.verify-2fa', () => Promise.reject(new AppError('Internal', 'not written yet')));
