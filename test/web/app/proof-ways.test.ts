import { expect, it } from 'vitest';
import { knownWays } from '#web/app/proof-ways.ts';

it('offers the ways that the server lists, in its order', () => {
  expect(knownWays(['totp', 'passkey', 'recovery_code'], true)).toEqual(['totp', 'passkey', 'recovery_code']);
});

it('leaves out passkeys where the browser has none', () => {
  expect(knownWays(['passkey', 'recovery_code'], false)).toEqual(['recovery_code']);
});

it('leaves out ways that this site does not know, and asks for the password when none is left', () => {
  expect(knownWays(['retina', 'toString', 'totp'], true)).toEqual(['totp']);
  expect(knownWays(['retina'], true)).toEqual(['password']);
  expect(knownWays([], true)).toEqual(['password']);
});
