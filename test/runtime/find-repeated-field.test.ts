import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRepeatedField } from '#functions/runtime/find-repeated-field.ts';

describe('a field that is there twice', () => {
  it.each([
    ['{"amount":1,"amount":2}', 'amount'],
    ['{"amount":1,"\\u0061mount":1}', 'amount'],
    ['{"a":{"b":1,"c":[{}],"b":2}}', 'a.b'],
    ['{"__proto__":1,"__proto__":1}', '__proto__'],
    ['{"":0,"":0}', ''],
    ['[{"x":1},{"y":"{\\"x\\":1,\\"x\\":2}","y":1}]', '.y'],
  ])('is found in %s', (json, field) => {
    expect(findRepeatedField(json)).toBe(field);
  });

  it('is never found in the output of JSON.stringify', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => findRepeatedField(JSON.stringify(value)) === undefined));
  });

  it('is found at any depth without running out of stack', () => {
    const depth = 30_000;
    expect(findRepeatedField(`${'['.repeat(depth)}{"a":1,"a":1}${']'.repeat(depth)}`)).toMatch(/a$/);
  });
});
