import { describe, expect, it } from 'vitest';
import { canonicalMailbox } from '#functions/domain/auth/sign-up/canonical-mailbox.ts';

describe('a mailbox', () => {
  it.each([
    'grace.hopper@gmail.com',
    'gracehopper@gmail.com',
    'Grace.Hopper@GMail.com',
    'grace.hopper+cards@gmail.com',
    'g.r.a.c.e.hopper+a+b@gmail.com',
    'gracehopper@googlemail.com',
  ])('is the same one in the spelling %s', (email) => {
    expect(canonicalMailbox(email)).toBe('gracehopper@gmail.com');
  });

  it.each(['gracehopper@mail.com', 'grace-hopper@gmail.com', 'gracehopper@gmail.com.example'])(
    'is another one in the spelling %s',
    (email) => {
      expect(canonicalMailbox(email)).not.toBe('gracehopper@gmail.com');
    },
  );
});
