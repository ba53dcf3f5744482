import { AppError } from '#shared/errors.ts';
import { commonPasswords } from './common-passwords.ts';

/** Words that a person who signs up here thinks of first. */
const ourWords = [
  'satchel',
  'mysatchel',
  'satchelcard',
  'satchelapp',
  'crypto',
  'cryptocard',
  'virtualcard',
  'debitcard',
];

/**
 * Words to which guessers add digits and signs first. These are refused with such additions; the other ten thousand
 * only as they are: `Summer-Rain-88` is somebody's own although `summer` is in every list.
 */
const dressedFirst = [
  'password',
  'passwords',
  'passwort',
  'passw',
  'assword',
  'qwerty',
  'qwertyui',
  'qwertyuiop',
  'qazwsx',
  'qaz@wsx',
  'asdfgh',
  'asdfghjkl',
  'zxcvbn',
  'zxcvbnm',
  'letmein',
  'welcome',
  'iloveyou',
  'admin',
  'administrator',
  'football',
  'baseball',
  'princess',
  'sunshine',
  'monkey',
  'dragon',
  'master',
  'shadow',
  'superman',
  'batman',
  'starwars',
  'trustno',
];

/** Maximum number of characters around a common word; with more, the password is the person's own. */
const trimmingsMax = 6;

const leet: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '6': 'g',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

let known: ReadonlySet<string> | undefined;
const dressed: ReadonlySet<string> = new Set([...dressedFirst, ...ourWords]);

/**
 * Refuses a password that guessers try first: one of the ten thousand most common ones. The most common of all and our
 * own words are also refused when dressed up for the strength rule (`P@ssw0rd1!`, `Dragon#2026`, `Satchel-1`). Works
 * offline.
 *
 * `field` is the name of the password in the request. Throws AppError ValidationFailed that names it.
 */
export function refuseCommonPassword(password: string, field: 'password' | 'newPassword'): void {
  known ??= new Set(commonPasswords.trim().split(/\s+/));
  const typed = password.toLowerCase();
  const stem = withoutEnds(typed);
  const forms = [stem, undressed(stem), withoutEnds(undressed(typed)), typed.replaceAll(/[^a-z]/g, '')];
  const isDressed = forms.some((form) => typed.length - form.length <= trimmingsMax && dressed.has(form));
  if (!isDressed && !known.has(typed) && !known.has(undressed(typed))) return;
  const why = 'is too common. Choose another one';
  throw new AppError('ValidationFailed', 'This password is too common. Choose another one.', {
    fields: { [field]: why },
  });
}

/** `2026dragon#1` → `dragon`. */
function withoutEnds(text: string): string {
  return text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
}

/** `p@ssw0rd` → `password`. */
function undressed(text: string): string {
  return Array.from(text, (character) => leet[character] ?? character).join('');
}
