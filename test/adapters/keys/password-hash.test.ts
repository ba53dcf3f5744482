import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeys } from '#functions/adapters/keys/keys.ts';
import { macBytes } from '#functions/adapters/keys/mac.ts';
import { sessionSecret, testKey, testKeys } from '#test/support/test-keys.ts';

const typed = 'Pässwörd-của-1';

/** Keys that hash at the cost of production, which `testKeys` lowers. */
const keys = createKeys({ session: async () => sessionSecret });

describe('a password', () => {
  it('is stored as argon2id with the parameters that OWASP recommends', async () => {
    const hash = await keys.hashPassword('Correct-horse-1');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(hash).not.toContain('Correct');
  });

  it('fits its own hash and no other password does', async () => {
    const hash = await keys.hashPassword('Pässword-1');
    await expect(keys.verifyPassword('Pässword-1', hash)).resolves.toBe(true);
    await expect(keys.verifyPassword('Pässword-1 ', hash)).resolves.toBe(false);
    await expect(keys.verifyPassword('Password-1', hash)).resolves.toBe(false);
    await expect(keys.verifyPassword('Pässword-2'.normalize('NFD'), hash)).resolves.toBe(false);
    await expect(keys.verifyPassword(typed.normalize('NFD'), undefined)).resolves.toBe(false);
  });

  it('fits however a keyboard forms its letters, of one character or of two', async () => {
    const [composed, decomposed] = [typed.normalize('NFC'), typed.normalize('NFD')];
    for (const chosen of [composed, decomposed]) {
      const hash = await keys.hashPassword(chosen);
      await expect(keys.verifyPassword(composed, hash)).resolves.toBe(true);
      await expect(keys.verifyPassword(decomposed, hash)).resolves.toBe(true);
    }
  });

  it('fits a hash that was made of it exactly as it was typed', async () => {
    const decomposed = typed.normalize('NFD');
    const [nonce, cost] = [Buffer.alloc(16, 'salt'), { memory: 1_024, passes: 1, parallelism: 1 }];
    const message = macBytes(Buffer.from(testKey('pepper'), 'base64url'), 'password', decomposed);
    const tag = argon2Sync('argon2id', { message, nonce, ...cost, tagLength: 32 });
    const text = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
    const hash = `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(tag)}`;
    await expect(keys.verifyPassword(decomposed, hash)).resolves.toBe(true);
  });

  it('gets another hash each time', async () => {
    expect(await keys.hashPassword('Same-again-1')).not.toBe(await keys.hashPassword('Same-again-1'));
  });

  it('gets the same hash each time with the same `saltedBy`', async () => {
    const hash = await keys.hashPassword('Same-again-1', 'email-hash');
    expect(await keys.hashPassword('Same-again-1', 'email-hash')).toBe(hash);
    expect(await keys.hashPassword('Same-again-1', 'another-hash')).not.toBe(hash);
  });

  it('cannot be checked without the right pepper, so the table alone is not enough', async () => {
    const hash = await keys.hashPassword('Correct-horse-1');
    await expect(testKeys({ pepper: testKey('other') }).verifyPassword('Correct-horse-1', hash)).resolves.toBe(false);
  });

  it('is checked against a hash with other parameters by those', async () => {
    const hash = await keys.hashPassword('Correct-horse-1');
    await expect(keys.verifyPassword('Correct-horse-1', hash.replace('t=2', 't=3'))).resolves.toBe(false);
  });

  it.each([
    { memory: 8_192, passes: 2, parallelism: 1, tagLength: 32 },
    { memory: 19_456, passes: 1, parallelism: 1, tagLength: 32 },
    { memory: 1_024, passes: 3, parallelism: 2, tagLength: 16 },
  ])('fits a hash that was made with %j', async (made) => {
    const nonce = Buffer.alloc(16, 'salt');
    const message = macBytes(Buffer.from(testKey('pepper'), 'base64url'), 'password', 'Correct-horse-1');
    const tag = argon2Sync('argon2id', { message, nonce, ...made });
    const text = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
    const { memory, passes, parallelism } = made;
    const hash = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(nonce)}$${text(tag)}`;
    await expect(keys.verifyPassword('Correct-horse-1', hash)).resolves.toBe(true);
    await expect(keys.verifyPassword('Correct-horse-2', hash)).resolves.toBe(false);
  });

  it('takes as long to check when there is no account', async () => {
    await keys.verifyPassword('warm up', undefined);
    const hash = await keys.hashPassword('Correct-horse-1');
    const timeOf = async (stored: string | undefined): Promise<number> => {
      const startedAt = performance.now();
      await keys.verifyPassword('Wrong-guess-1', stored);
      return performance.now() - startedAt;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    // By turns, so that a busy machine slows both alike.
    for (let round = 0; round < 7; round++) {
      known.push(await timeOf(hash));
      unknown.push(await timeOf(undefined));
    }
    const median = (times: number[]): number => times.toSorted((a, b) => a - b)[3] ?? 0;
    expect(median(unknown)).toBeGreaterThan(median(known) / 3);
    expect(median(unknown)).toBeLessThan(median(known) * 3);
    await expect(keys.verifyPassword('anything', undefined)).resolves.toBe(false);
  });

  it('throws for a broken hash without quoting it', async () => {
    await expect(keys.verifyPassword('x', '$2b$10$abcdefg')).rejects.toThrow(/^a stored password hash is no argon2id/);
  });
});
