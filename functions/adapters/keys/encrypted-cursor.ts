import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { macBytes } from './mac.ts';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a cursor with AES-256-GCM, bound to its list. The nonce is a MAC of list and cursor, so it never repeats for
 * different contents, and the same page always has the same address.
 */
export function encryptCursor(key: Uint8Array, list: string, cursor: string): string {
  const nonce = macBytes(key, 'cursor nonce', list, cursor).subarray(0, nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key), nonce).setAAD(Buffer.from(list));
  const encrypted = Buffer.concat([cipher.update(cursor, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Decrypts what `encryptCursor` encrypted for the same list; undefined for every other text. */
export function decryptCursor(key: Uint8Array, list: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const nonce = bytes.subarray(0, nonceBytes);
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(key), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(list)).setAuthTag(tag);
  try {
    const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    // The tag does not fit: forged, or encrypted for another list.
    return undefined;
  }
}

/** Keys of the cipher by the key that each is derived from, kept while that key is in use. */
const derived = new WeakMap<Uint8Array, KeyObject>();

function cipherKey(key: Uint8Array): KeyObject {
  const known = derived.get(key) ?? createSecretKey(macBytes(key, 'cursor cipher'));
  derived.set(key, known);
  return known;
}
