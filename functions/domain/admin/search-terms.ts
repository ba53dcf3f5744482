import type { User } from '#functions/ports/entities/accounts.ts';
import { insert, remove, type Write } from '#functions/ports/store.ts';

/** Letters that are one with a stroke or two written as one: taking accents off does not reach them. */
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

/** A text without case, accents and spaces to spare: `  ØRSTED  José` is `orsted jose`. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[øđðłħıßæœþ]/g, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

type Named = Pick<User, 'userId' | 'email' | 'firstname' | 'lastname'>;

/** What a person is found by the beginning of: e-mail address, first and full name, last name. */
export function searchTermsOf({ email, firstname, lastname }: Named): readonly string[] {
  const terms = [email, `${firstname} ${lastname}`, `${lastname} ${firstname}`].map(foldText);
  return [...new Set(terms)];
}

/**
 * The writes that let a person be found: part of the transaction that makes the account (`before` is undefined) or changes
 * its address or name. Nothing when nothing of it changes.
 */
export function searchTermWrites(before: Named | undefined, after: Named): readonly Write[] {
  const { userId } = after;
  const [old, terms] = [before ? searchTermsOf(before) : [], searchTermsOf(after)];
  return [
    ...old.filter((term) => !terms.includes(term)).map((term) => remove('searchTerm', { term, userId })),
    ...terms.filter((term) => !old.includes(term)).map((term) => insert('searchTerm', { term, userId })),
  ];
}
