import { createHash, timingSafeEqual } from 'node:crypto';

/** The provider's signature of a body: `md5(base64(bytes) + key)` in lower-case hex. Sign the very bytes that are sent. */
export function signBody(body: string, key: string): string {
  const base64 = Buffer.from(body).toString('base64');
  return createHash('md5').update(base64).update(key).digest('hex');
}

/** Compares two signatures in constant time. */
export function isSameSignature(given: string, computed: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(computed)];
  return a.length === b.length && timingSafeEqual(a, b);
}
