import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** The prefix of the salt, as OpenSSL's `enc` writes it. */
const mark = Buffer.from('Salted__');

/** Encrypts as the issuer's contract describes: base64 of mark, salt and AES-256-CBC. */
export function sealEnvelope(text: string, passphrase: string): string {
  const salt = randomBytes(8);
  const { key, iv } = deriveKey(passphrase, salt);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([mark, salt, cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}

/** Decrypts an envelope. Returns undefined when it is none, or has another passphrase. */
export function openEnvelope(envelope: string, passphrase: string): string | undefined {
  const bytes = Buffer.from(envelope, 'base64');
  if (!bytes.subarray(0, 8).equals(mark)) return undefined;
  const { key, iv } = deriveKey(passphrase, bytes.subarray(8, 16));
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, iv);
    return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Derives key and IV by OpenSSL's EVP_BytesToKey: MD5 over last digest, passphrase and salt, up to 48 bytes. */
function deriveKey(passphrase: string, salt: Buffer): { readonly key: Buffer; readonly iv: Buffer } {
  let digest = Buffer.alloc(0);
  let bytes = Buffer.alloc(0);
  while (bytes.length < 48) {
    digest = createHash('md5').update(digest).update(passphrase).update(salt).digest();
    bytes = Buffer.concat([bytes, digest]);
  }
  return { key: bytes.subarray(0, 32), iv: bytes.subarray(32) };
}
