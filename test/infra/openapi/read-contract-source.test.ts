import { expect, it } from 'vitest';
import { readContractSource } from '#infra/openapi/read-contract-source.ts';

const source = `
import { Amount, nonBlank as filled } from './fields.ts';
import { helper } from '#shared/other.ts';

/** An order. */
export const Order = z.object({
  /** Its price,
   *  fee included. */
  // For developers.
  amount: z.optional(Amount),
  'text': z.string().check(filled, z.maxLength(limit)),
  way: z.union([z.object({ by: First }), z.object({ by: Second })]),
  ...Base.shape,
});

const plain = 'not /** a comment */';
function unread() {
  const inner = { hidden: Amount };
}
`;

const { imports, declarations } = readContractSource('orders.ts', source);
const order = declarations.get('Order');
const field = (name: string) => order?.fields.get(name);

it('reads the doc comment of a declaration and of a field, without other comments between', () => {
  expect(order?.text).toBe('An order.');
  expect(field('amount')?.text).toBe('Its price, fee included.');
  expect(field('text')?.text).toBeUndefined();
  expect(declarations.get('plain')?.text).toBeUndefined();
});

it('names what a field is made of, and no condition on its value', () => {
  expect(field('amount')?.madeOf).toContain('Amount');
  expect(field('text')?.madeOf).not.toContain('filled');
  expect(field('text')?.madeOf).not.toContain('limit');
  expect(order?.madeOf).toContain('Base');
});

it('takes the first of two ways in which a field may be written', () => {
  expect(field('way')?.fields.get('by')?.madeOf).toEqual(['First']);
});

it('reads declarations at the top of a file alone, and the files that their names come from', () => {
  expect([...declarations.keys()]).toEqual(['Order', 'plain']);
  expect(imports.get('Amount')).toBe('fields.ts');
  expect(imports.get('filled')).toBe('fields.ts');
});
