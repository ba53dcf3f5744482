import { expect, it } from 'vitest';
import { isStrongPassword, passwordRules } from '#web/features/auth/password-strength.ts';

it.each([
  ['Abcdef1!', true],
  ['abcdef1!', false],
  ['ABCDEF1!', false],
  ['Abcdefg!', false],
  ['Abcdefg1', false],
  ['Abc1!', false],
  ['Abcde1!', false],
  ['Abcdef1 ', false],
  // An emoji is one character, though a string counts it as two.
  ['Abcd1!😀', false],
  ['Abcde1!😀', true],
])('says of %j: strong = %s, and its rules agree', (password, strong) => {
  expect(isStrongPassword(password)).toBe(strong);
  expect(passwordRules.every((rule) => rule.test(password))).toBe(strong);
});
