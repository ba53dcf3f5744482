import type { User } from '#functions/ports/entities/accounts.ts';
import { insert, remove, type Write } from '#functions/ports/store.ts';

/** Letters that normalization does not decompose, with their plain forms. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/**
 * Maximum length of a folded text in bytes of UTF-8. Folding can make a text many times longer (U+FDFA becomes eighteen
 * letters), and a text is part of a key, of an address and of a cursor, which all have limits of their own.
 */
export const foldedBytesMax = 256;

/**
 * Returns a text without case, accents and spaces to spare: `  ØRSTED  José` is `orsted jose`. Cuts it to
 * `foldedBytesMax`, so a longer text finds, and is found by, its beginning.
 */
export function foldText(text: string): string {
  return cutToBytes(foldWholeText(text), foldedBytesMax).trimEnd();
}

/** As `foldText`, for a text of any length. */
export function foldWholeText(text: string): string {
  return text
    .replaceAll(/[´`‘]/g, "'")
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[øđðłħıßæœþ]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * Returns a folded text as names may have it, in the order of the index: with each apostrophe and each dash that they are
 * typed with. The index keeps a name's own.
 */
export function spellingsOf(folded: string): readonly string[] {
  const spelt = ["'", 'ʼ', '’'].flatMap((apostrophe) =>
    ['-', '‐', '–'].map((dash) => folded.replaceAll(/['ʼ’]/g, apostrophe).replaceAll(/\p{Pd}/gu, dash)),
  );
  return [...new Set([folded, ...spelt])].toSorted();
}

/** Cuts a text to `bytesMax` bytes of UTF-8, between two characters. */
function cutToBytes(text: string, bytesMax: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytesMax));
  return text.slice(0, read);
}

type Named = Pick<User, 'userId' | 'email' | 'firstname' | 'lastname'>;

/** The texts by whose beginning a person is found: email address, first and full name, last name. */
export function searchTermsOf({ email, firstname, lastname }: Named): readonly string[] {
  const terms = [email, `${firstname} ${lastname}`, `${lastname} ${firstname}`].map(foldText);
  return [...new Set(terms)];
}

/**
 * Returns the writes that let a person be found, for the transaction that makes the account (`before` is undefined) or
 * changes its address or name. Empty when neither changes.
 */
export function searchTermWrites(before: Named | undefined, after: Named): readonly Write[] {
  const { userId } = after;
  const [old, terms] = [before ? searchTermsOf(before) : [], searchTermsOf(after)];
  return [
    ...old.filter((term) => !terms.includes(term)).map((term) => remove('searchTerm', { term, userId })),
    ...terms.filter((term) => !old.includes(term)).map((term) => insert('searchTerm', { term, userId })),
  ];
}
