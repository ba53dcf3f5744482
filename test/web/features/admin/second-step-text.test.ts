import { expect, it } from 'vitest';
import { secondStepText } from '#web/features/admin/second-step-text.ts';

type Given = Parameters<typeof secondStepText>[0];
const cases: readonly [Given, string | undefined][] = [
  [{ factors: ['totp', 'passkey'], isTwoFactorEnabled: false }, 'App, Passkey'],
  [{ factors: ['totp'], isTwoFactorEnabled: true }, 'App'],
  [{ isTwoFactorEnabled: true }, 'Email'],
  [{ isTwoFactorEnabled: false }, undefined],
];

it.each(cases)('the second step of %j is %s', (user, words) => {
  expect(secondStepText(user)).toBe(words);
});
