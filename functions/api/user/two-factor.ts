import { AppError } from '#shared/errors.ts';
import { endpoint } from '#functions/runtime/endpoint.ts';

/** Not written yet. */
export const handler = endpoint('user.two-factor', () => Promise.reject(new AppError('Internal', 'not written yet')));
