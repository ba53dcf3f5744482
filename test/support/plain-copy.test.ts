import { expect, it } from 'vitest';
import { plainCopy } from './plain-copy.ts';

it('a plain copy shares nothing with its original, and is equal to it', () => {
  const original = {
    text: 'a',
    none: undefined,
    empty: null,
    amount: 5n,
    list: [{ deep: [1] }],
    bytes: new Uint8Array([1, 2]),
    day: new Date(5),
    names: new Map([['a', { deep: 1 }]]),
  };
  const copy = plainCopy(original);
  expect(copy).toStrictEqual(original);
  expect(copy.list[0]?.deep).not.toBe(original.list[0]?.deep);
  expect(copy.bytes).not.toBe(original.bytes);
  expect(copy.names.get('a')).not.toBe(original.names.get('a'));
});

it('a plain copy has no functions, as nothing has that is stored', () => {
  expect(() => plainCopy({ call: () => 1 })).toThrow(/could not be cloned/);
});
