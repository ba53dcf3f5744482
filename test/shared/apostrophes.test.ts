import { expect, it } from 'vitest';
import { plainApostrophes } from '#shared/apostrophes.ts';

it('writes every apostrophe as that of a keyboard, and leaves other marks', () => {
  expect(plainApostrophes("O’Brien, Oʼneill, D'Arcy and “quoted”")).toBe("O'Brien, O'neill, D'Arcy and “quoted”");
});
