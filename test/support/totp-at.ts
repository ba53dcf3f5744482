import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Length of a TOTP step, in milliseconds. */
export const totpStepMs = 30_000;

/**
 * Returns the six digits that an authenticator app shows at a moment, by RFC 6238 and RFC 4226 with node:crypto,
 * independently of the product's library.
 */
export function totpAt(secret: string, atMs: number): string {
  return hotp(fromBase32(secret), Math.floor(atMs / totpStepMs));
}

/** Returns the digits of one counter value (RFC 4226, section 5.3). */
export function hotp(key: Uint8Array, counter: number, digits = 6): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac('sha1', key).update(message).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const binary = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(binary % 10 ** digits).padStart(digits, '0');
}

/** Decodes base32 (RFC 4648, section 6). */
function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}
