import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { macBytes } from './mac.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a secret with AES-256-GCM under a key derived for its use, so that no other use can decrypt it. */
export function encryptSecret(key: Uint8Array, use: string, secret: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key, use), nonce);
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Decrypts what `encryptSecret` made for the same use. Throws for every other text. */
export function decryptSecret(key: Uint8Array, use: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(key, use), nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const secret = decipher.update(bytes.subarray(nonceBytes + tagBytes));
  return Buffer.concat([secret, decipher.final()]).toString('utf8');
}

function cipherKey(key: Uint8Array, use: string): Buffer {
  return macBytes(key, 'secret cipher', use);
}
