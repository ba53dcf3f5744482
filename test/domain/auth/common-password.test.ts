import { describe, expect, it } from 'vitest';
import { passwordPattern } from '#shared/contract/fields.ts';
import { AppError } from '#shared/errors.ts';
import { commonPasswords } from '#functions/domain/auth/common-passwords.ts';
import { refuseCommonPassword } from '#functions/domain/auth/refuse-common-password.ts';

/** Returns the fields of the refusal; undefined when the password is accepted. */
function refused(password: string, field: 'password' | 'newPassword' = 'password'): unknown {
  try {
    refuseCommonPassword(password, field);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return thrown.fields;
  }
}

describe('a common password', () => {
  it.each([
    'Password1!',
    'P@ssw0rd1!',
    'Pa$$word123',
    'Passw0rd!',
    'PassWord-1',
    'Qwerty123!',
    'Welcome-2026',
    'Dragon#2026',
    '1qaz@WSX',
    '!!Iloveyou1',
    'Satchel-1',
    'S@tchel2026!',
    'MySatchel#1',
    'Adm!n1234',
  ])('is refused however it is dressed up: %s', (password) => {
    expect(refused(password)).toEqual({ password: expect.stringMatching(/too common/) });
  });

  it('is refused under the field name of the request', () => {
    expect(refused('Password1!', 'newPassword')).toHaveProperty('newPassword');
  });

  it.each([
    'Correct-horse-1',
    'Long-Walks-88',
    'Demo-Satchel-1',
    'Admin-Satchel-1',
    'Dragon-4711-Teapot',
    'Password#83019274',
    'xK9#vbQ2m!',
    'Zürich-Ødegård-7',
    '🦄Unicorn-Stall-3x',
  ])('is not found in a password that combines other words: %s', (password) => {
    expect(passwordPattern.test(password)).toBe(true);
    expect(refused(password)).toBeUndefined();
  });

  it.each(['Test1234!', 'Abcd1234!', 'NewPass1!', 'Secret123!', 'Summer-Rain-88', 'Changed1!'])(
    'is not every word of a list with digits and signs around it: %s',
    (password) => expect(refused(password)).toBeUndefined(),
  );

  it('is any of more than three thousand words, as listed or with letters written as signs', () => {
    const words = commonPasswords.trim().split(/\s+/);
    expect(words.length).toBeGreaterThan(3_000);
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect([word, refused(word.toUpperCase())]).toEqual([word, expect.any(Object)]);
    expect(refused('$uperm@n')).toBeDefined();
  });
});
