import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { macBytes } from './mac.ts';

/** Cost of one hash: memory in KiB, passes over it, and lanes. */
export type HashCost = { readonly memory: number; readonly passes: number; readonly parallelism: number };
type StoredHash = HashCost & { readonly salt: Buffer; readonly tag: Buffer };

const deriveKey = promisify(argon2);

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. About 25 ms on one core. */
const owaspCost: HashCost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;

const phc = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Stands in for the stored hash when there is no account, so that the answer takes as long. */
const nobody = { salt: Buffer.alloc(saltBytes, 'nobody'), tag: Buffer.alloc(tagBytes) };

/**
 * Hashes a password as a PHC string. With the pepper, nobody can guess passwords from the table alone. The salt is
 * random, or made of `saltedBy`.
 */
export async function hashPassword(
  pepper: Uint8Array,
  password: string,
  saltedBy?: string,
  cost: HashCost = owaspCost,
): Promise<string> {
  const salt =
    saltedBy === undefined
      ? randomBytes(saltBytes)
      : macBytes(pepper, 'password salt', saltedBy).subarray(0, saltBytes);
  const tag = await derive(pepper, password.normalize(), { ...cost, salt, tag: Buffer.alloc(tagBytes) });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * True when a password fits a PHC string. Keyboards differ in how they form `é`, of one character or of two, so both
 * forms fit. Without a string it takes as long and returns false. Throws for a malformed one.
 */
export async function verifyPassword(
  pepper: Uint8Array,
  password: string,
  hash: string | undefined,
  cost: HashCost = owaspCost,
): Promise<boolean> {
  const stored = hash === undefined ? { ...cost, ...nobody } : parse(hash);
  const fits = async (form: string): Promise<boolean> =>
    timingSafeEqual(await derive(pepper, form, stored), stored.tag);
  const composed = password.normalize();
  // Older hashes are of the password exactly as it was typed.
  const isRight = (await fits(composed)) || (composed !== password && (await fits(password)));
  return isRight && hash !== undefined;
}

function derive(pepper: Uint8Array, password: string, stored: StoredHash): Promise<Buffer> {
  const { memory, passes, parallelism, salt, tag } = stored;
  const message = macBytes(pepper, 'password', password);
  return deriveKey('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: tag.length });
}

function parse(hash: string): StoredHash {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) throw new Error('a stored password hash is no argon2id PHC string');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
