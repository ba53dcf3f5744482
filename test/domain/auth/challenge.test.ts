import { expect, it } from 'vitest';
import type { Id } from '#shared/ids.ts';
import { hashOf, isOpen } from '#functions/domain/auth/challenge.ts';
import { samples } from '#test/support/sample-entities.ts';
import { testKeys } from '#test/support/test-keys.ts';

const challenge = { userId: 'usr_ada' as Id<'user'>, purpose: 'sign-in', challengeId: 'first' } as const;
const digest = (changes: Partial<Parameters<typeof hashOf>[1]> = {}, code = '123456'): Promise<string> =>
  hashOf({ keys: testKeys() }, { ...challenge, ...changes }, code);

it('digits have the same hash for one challenge', async () => {
  expect(await digest()).toBe(await digest());
});

it.each([
  ['another challenge', { challengeId: 'second' }],
  ['another purpose', { purpose: 'email-change' }],
  ['another person', { userId: 'usr_eve' }],
] as const)('the same digits have another hash for %s', async (_, changes) => {
  expect(await digest(changes)).not.toBe(await digest());
});

it('other digits have another hash', async () => {
  expect(await digest({}, '123457')).not.toBe(await digest());
});

it('digits are accepted until the moment they expire, even when the store still has them', () => {
  const open = { ...samples.challenge, usedAtMs: undefined, sessionGeneration: samples.user.sessionGeneration };
  expect(isOpen(open, samples.user, open.expiresAtMs - 1)).toBe(true);
  expect(isOpen(open, samples.user, open.expiresAtMs)).toBe(false);
});
