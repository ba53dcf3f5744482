import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Email, PersonName } from '#shared/contract/fields.ts';
import { keyOf } from '#functions/adapters/dynamo/table.ts';
import { foldText, searchTermsOf, searchTermWrites } from '#functions/domain/admin/search-terms.ts';

const userId = 'usr_00000000000000000000000000';
const email = 'ada@example.com';
const everyName = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
    // Characters that normalization, lower case or our own table turns into several.
    fc.string({
      unit: fc.constantFrom('\ufdfa', '\ufdfb', 'ﬃ', '㌖', 'İ', 'ß', 'Œ', '𝒜', '가', 'a'),
      minLength: 1,
      maxLength: 60,
    }),
  )
  .filter((name) => PersonName.safeParse(name).success);

describe('the texts that a person is found by', () => {
  it('fit the key of the table, for any name and address that the API accepts', () => {
    const longEmail = `${'e'.repeat(64)}@${'d.'.repeat(93)}co`;
    expect(Email.safeParse(longEmail).success).toBe(true);
    fc.assert(
      fc.property(everyName, everyName, fc.constantFrom(email, longEmail), (firstname, lastname, address) => {
        for (const term of searchTermsOf({ userId, email: address, firstname, lastname })) {
          const { pk, sk } = keyOf.searchTerm({ term, userId });
          expect(Buffer.byteLength(pk)).toBeLessThanOrEqual(2048);
          expect(Buffer.byteLength(sk)).toBeLessThanOrEqual(1024);
          expect(sk.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('match the beginning of the name as it was typed, however long normalization makes it', () => {
    fc.assert(
      fc.property(everyName, everyName, (firstname, lastname) => {
        const terms = searchTermsOf({ userId, email, firstname, lastname });
        const full = `${firstname.trim()} ${lastname.trim()}`;
        for (const typed of [full, firstname.trim()]) {
          expect(terms.some((term) => term.startsWith(foldText(typed)))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are cut after normalization, between two characters, also for sixty ligatures of eighteen letters', () => {
    const folded = foldText('\ufdfa'.repeat(60));
    expect(Buffer.byteLength(folded)).toBeGreaterThan(240);
    expect(Buffer.byteLength(folded)).toBeLessThanOrEqual(256);
    expect(foldText(`x${'𠮷'.repeat(100)}`)).toBe(`x${'𠮷'.repeat(63)}`);
  });

  it('lose one term and gain one when only the address changes', () => {
    const before = { userId, email, firstname: 'Ada', lastname: 'Lovelace' } as const;
    expect(searchTermWrites(before, { ...before, email: 'new@example.com' })).toEqual([
      { write: 'remove', kind: 'searchTerm', key: { term: 'ada@example.com', userId } },
      { write: 'insert', kind: 'searchTerm', value: { term: 'new@example.com', userId } },
    ]);
  });
});
