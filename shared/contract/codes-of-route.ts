import { errorStatus, type ErrorCode } from '../errors.ts';
import type { Route } from './route.ts';

/** Codes that every route may answer. */
const always: readonly ErrorCode[] = ['ValidationFailed', 'PayloadTooLarge', 'TooManyRequests', 'Internal', 'Busy'];

/** True for a route that refuses requests of other sites. */
function guardsOrigin(route: Route): boolean {
  return !route.raw && (route.method !== 'GET' || route.changesState === true);
}

/** Returns every code that a route may answer, its own and those of its kind, in the order of `errorStatus`. */
export function codesOfRoute(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...always, ...route.errors]);
  const add = (isDue: boolean, ...more: readonly ErrorCode[]): void => {
    if (isDue) for (const code of more) codes.add(code);
  };
  add(route.access !== 'public', 'InvalidAccessToken', 'AccountSuspended', 'AccountLocked');
  add(route.fresh !== undefined, 'ProofRequired');
  add(route.access === 'admin' || (route.access === 'session' && !route.withoutFactor), 'FactorRequired');
  add(route.access === 'user' || route.access === 'admin', 'Forbidden');
  add(guardsOrigin(route), 'CrossSiteRequest', 'Conflict');
  // A path whose parameter is empty leads to no route.
  add(route.params !== undefined, 'NotFound');
  add(route.body !== undefined, 'UnsupportedMediaType');
  add(route.money === true, 'IdempotencyKeyReused', 'RequestInProgress');
  return (Object.keys(errorStatus) as ErrorCode[]).filter((code) => codes.has(code));
}
