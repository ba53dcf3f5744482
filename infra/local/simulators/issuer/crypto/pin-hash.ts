import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/** A salted slow hash of a 4-digit PIN; both parts in hex. */
export type PinHash = { readonly salt: string; readonly hash: string };

// A PIN has ten thousand values, so no cost makes it unguessable; this one keeps a purchase in tests quick.
const cost = { N: 1024 };

/** Hashes a PIN with a fresh salt. The PIN itself is never kept. */
export function hashPin(pin: string): PinHash {
  const salt = randomBytes(16);
  return { salt: salt.toString('hex'), hash: scryptSync(pin, salt, 32, cost).toString('hex') };
}

/** True when this PIN made that hash. */
export function pinMatches(pin: string, { salt, hash }: PinHash): boolean {
  return timingSafeEqual(scryptSync(pin, Buffer.from(salt, 'hex'), 32, cost), Buffer.from(hash, 'hex'));
}
