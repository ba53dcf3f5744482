import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const magic = Buffer.from('Salted__', 'latin1');

/** OpenSSL's legacy EVP_BytesToKey with MD5 and one round: a weak derivation, but the one the scheme prescribes. */
function deriveKeyAndIv(passphrase: string, salt: Buffer): { key: Buffer; iv: Buffer } {
  const secret = Buffer.from(passphrase, 'utf8');
  let block = Buffer.alloc(0);
  let material = Buffer.alloc(0);
  while (material.length < 48) {
    block = createHash('md5').update(block).update(secret).update(salt).digest();
    material = Buffer.concat([material, block]);
  }
  return { key: material.subarray(0, 32), iv: material.subarray(32, 48) };
}

/** Encrypts text the "AES Everywhere" way: base64 of `Salted__`, eight random bytes of salt, AES-256-CBC. */
export function encryptAesEverywhere(text: string, passphrase: string): string {
  const salt = randomBytes(8);
  const { key, iv } = deriveKeyAndIv(passphrase, salt);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([magic, salt, cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}

/** Undoes {@link encryptAesEverywhere}; `undefined` for a wrong passphrase or anything that is not of the scheme. */
export function decryptAesEverywhere(encoded: string, passphrase: string): string | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length < 32 || !bytes.subarray(0, 8).equals(magic)) return undefined;
  const { key, iv } = deriveKeyAndIv(passphrase, bytes.subarray(8, 16));
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, iv);
    return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8');
  } catch {
    // Bad padding or a length that is no multiple of a block: the passphrase or the text is not ours.
    return undefined;
  }
}
