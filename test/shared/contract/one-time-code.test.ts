import { expect, it } from 'vitest';
import { OneTimeCode } from '#shared/contract/fields.ts';

it.each(['123456', '123 456', ' 1 2 3 4 5 6\n'])('the code %j is taken as its six digits', (typed) => {
  expect(OneTimeCode.parse(typed)).toBe('123456');
});

it.each(['12345', '1234567', '12345a', '123-456', '١٢٣٤٥٦', ''])('the code %j is refused', (typed) => {
  expect(OneTimeCode.safeParse(typed).success).toBe(false);
});
