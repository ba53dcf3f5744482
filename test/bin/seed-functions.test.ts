import { expect, it } from 'vitest';
import { seedFunctions } from '#infra/local/seed/seed-functions.ts';
import { definition } from '#infra/definition/index.ts';

it('the functions that are loaded for the demo are functions of the product, each once', () => {
  const ids = definition.functions.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([...seedFunctions]));
  expect(new Set(seedFunctions).size).toBe(seedFunctions.length);
});
