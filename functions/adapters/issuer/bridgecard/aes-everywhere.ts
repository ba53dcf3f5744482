import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const marker = Buffer.from('Salted__');
const saltLength = 8;
const blockLength = 16;

/**
 * Encrypts as the issuer's "AES Everywhere" does: base64 of `Salted__`, a salt and AES-256-CBC, with key and IV from
 * OpenSSL's old EVP_BytesToKey over MD5. Weak by today's measure and not ours to choose. `openssl enc -aes-256-cbc
 * -md md5 -a -A` speaks it too.
 */
export function encryptAesEverywhere(text: string, passphrase: string): string {
  const salt = randomBytes(saltLength);
  const { key, iv } = deriveKey(passphrase, salt);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([marker, salt, cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}

/** Decrypts what `encryptAesEverywhere` or the issuer made; undefined for everything else. Never throws. */
export function decryptAesEverywhere(encrypted: string, passphrase: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64');
  const start = marker.length + saltLength;
  if (!bytes.subarray(0, marker.length).equals(marker) || bytes.length < start + blockLength) return undefined;
  const { key, iv } = deriveKey(passphrase, bytes.subarray(marker.length, start));
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, iv);
    return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString('utf8');
  } catch {
    // Wrong key, or not whole blocks.
    return undefined;
  }
}

function deriveKey(passphrase: string, salt: Buffer): { readonly key: Buffer; readonly iv: Buffer } {
  const secret = Buffer.concat([Buffer.from(passphrase), salt]);
  let digest = Buffer.alloc(0);
  let derived = Buffer.alloc(0);
  while (derived.length < 48) {
    digest = createHash('md5').update(digest).update(secret).digest();
    derived = Buffer.concat([derived, digest]);
  }
  return { key: derived.subarray(0, 32), iv: derived.subarray(32, 48) };
}
