import type { Issuer } from './issuer.ts';
import { refusals } from './issuer-refusal.ts';

/** Refuses when `key` was stamped less than `seconds` of virtual time ago. */
export function refuseTooSoon(issuer: Issuer, key: string, seconds: number, refusal = refusals.tooSoon(seconds)): void {
  const last = issuer.books.rateStamps.get(key);
  if (last && issuer.clock.now() - last.at < seconds * 1000) throw refusal;
}

/** Remembers that the call behind `key` was accepted now. Refused calls are not counted: nothing was done. */
export function stampAccepted(issuer: Issuer, key: string): void {
  issuer.books.rateStamps.put({ id: key, at: issuer.clock.now() });
}

/** Limits reads: refuses one that comes too early and stamps every other one. */
export function limitRate(issuer: Issuer, key: string, seconds: number): void {
  refuseTooSoon(issuer, key, seconds);
  stampAccepted(issuer, key);
}
