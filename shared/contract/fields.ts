import * as z from 'zod/mini';
import { holdsCardNumber } from '../card-number.ts';
import { limits } from '../limits.ts';
import { maxCents, type Cents } from '../money.ts';

/** An amount in cents, of either sign. */
export const Amount = z.int().check(z.gte(-maxCents), z.lte(maxCents)) as unknown as z.ZodMiniType<Cents, number>;

/** Maximum amount in a request, in cents: more than any rule allows, and far below `maxCents`. */
const askableMax = 100_000_000_000;

/** A positive amount in cents, in a request. The rules of the domain set lower limits. */
export const PositiveAmount = z
  .int('must be a whole number of cents')
  .check(z.gte(1, 'must be at least 1 cent'), z.lte(askableMax, 'is too large')) as unknown as z.ZodMiniType<
  Cents,
  number
>;

/** An ISO 8601 UTC date. */
export const IsoDate = z.iso.datetime();

/** `{ message }`. */
export const Message = z.object({ message: z.string() });

const unseen = String.raw`\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff`;
/** The class of characters that `withoutMarks` drops around a text, as a pattern. */
export const marksAround = String.raw`[\s\u202a-\u202e\u2066-\u2069${unseen}]`;
// Without the lookbehind a long run within a text would be tried from each of its characters.
const marks = new RegExp(`^${marksAround}+|(?<!${marksAround})${marksAround}+$|[${unseen}]`, 'g');

/**
 * Drops the marks that nobody sees and that come with a pasted text. Those that reverse its direction are dropped only
 * around it: within a text they are made to mislead, and refused.
 */
export const withoutMarks = z.overwrite<string>((text) => text.replaceAll(marks, ''));

/** Zod's pattern of an email address, with the names of international domains, such as `xn--p1ai`, at the end too. */
const emailPattern =
  /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/;

/** An email address, at most 254 characters. */
export const Email = z
  .string('is missing')
  .check(
    withoutMarks,
    z.minLength(1, 'is missing'),
    z.maxLength(254, 'is too long'),
    z.email({ pattern: emailPattern, error: 'Enter a valid email address.' }),
  );

/** A strong password: at least 8 characters, lower, upper, digit, special; at most 256 bytes. */
export const passwordPattern = /^(?=[\s\S]*[a-z])(?=[\s\S]*[A-Z])(?=[\s\S]*\d)(?=[\s\S]*[^A-Za-z\d\s])[\s\S]{8,}$/u;

/** The sentence shown for a password that is too weak. */
export const weakPassword = 'Password does not meet the strength requirements.';

/** A password that is compared with the one of an account: old ones may be weaker than a new one has to be. */
export const PresentPassword = z
  .string('is missing')
  .check(z.minLength(1, 'is missing'), z.maxLength(256, 'is too long'));

/** A new password: at least 8 characters with a lower and an upper case letter, a digit and a special character. */
export const NewPassword = z
  .string('is missing')
  .check(z.maxLength(256, 'is too long'), z.regex(passwordPattern, weakPassword));

/**
 * A check that refuses a text of nothing but spaces and invisible characters, as U+200B. Within a text those are
 * allowed, because they join emoji and letters.
 */
export const showsSomething = z.refine<string>(
  (text) => /[^\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text),
  'is missing',
);

/** A given or family name, at most 60 characters. */
export const PersonName = z.string('is missing').check(
  withoutMarks,
  // A pasted name may have no-break spaces. U+200C and U+200D stand between letters, as in Persian.
  z.overwrite((name) =>
    name.replaceAll(/\p{Zs}/gu, ' ').replaceAll(/(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})/gu, ''),
  ),
  z.trim(),
  z.minLength(1, 'is missing'),
  z.maxLength(60, 'is too long'),
  z.regex(
    /^['’]?[\p{L}\p{M}](?:[\p{L}\p{M}\p{N}\p{Pd} .,'’·‧・׳״/()]|[\u200c\u200d](?=\p{L}))*$/u,
    'has characters that a name does not have',
  ),
  showsSomething,
);

/**
 * A 3DS code: a number 0–9999 that means four digits (7 is 0007), or a string of four digits. Read as four digits.
 */
export const Pin = z.pipe(
  z.union([z.int().check(z.gte(0), z.lte(9999)), z.string().check(z.regex(/^\d{4}$/))], 'must be 4 digits'),
  z.transform((pin: number | string) => String(pin).padStart(4, '0')),
);

/** A whole number in a query, where everything is text: digits only, so no `1e2`, `0x10` or empty text. */
export function wholeNumberIn(min: number, max: number) {
  return z.pipe(
    z.transform((text: unknown) => (typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text)),
    z.int(`must be a whole number from ${min} to ${max}`).check(z.gte(min), z.lte(max)),
  );
}

/**
 * Text that can be shown: no control characters, none that reverse the direction of the text, and no halves of
 * characters, which cannot be stored.
 */
// oxlint-disable-next-line no-control-regex -- they are what it looks for.
export const showable = /^[^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]*$/u;

/** A check that refuses a text with a card number in it: such a text would be stored, mailed and shown to staff. */
export const noCardNumber = z.refine<string>(
  (text) => !holdsCardNumber(text),
  'has a card number in it. Remove it: we never need it, and we don’t store it',
);

/** Several words of a list, as `one,two`. */
export function someOf<const T extends string>(words: readonly T[], why: string) {
  return z.pipe(
    z.string().check(
      z.maxLength(400),
      z.refine((text) => text.split(',').every((word) => words.some((each) => each === word)), why),
    ),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(z.enum(words, why)),
    ),
  );
}

/** True for a date that exists: not for February 30 or 24:00, which `Date.parse` moves to the next day. */
function isOnCalendar(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text.replace(/Z$/, ''));
}

/** A moment as an ISO date in UTC: `2026-11-03T12:00Z`. `2026-11-03` alone is its first millisecond. */
export const Moment = z
  .string()
  .check(
    z.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/, 'must be an ISO date in UTC'),
    z.refine(isOnCalendar, 'must be a date and time of the calendar'),
  );

/** Words to search for, at most 100 characters. */
export const SearchText = z
  .string()
  .check(
    withoutMarks,
    z.trim(),
    z.maxLength(100, 'is too long'),
    z.regex(showable, 'has characters that cannot be shown'),
  );

/** The query of a list. */
export const ListQuery = z.strictObject({
  /** Maximum number of items on the page. */
  limit: z._default(wholeNumberIn(1, limits.listMax), limits.listDefault),
  /** Where the page before ended: taken from its `Link`, never made up. */
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
});

/** Six digits from a mail or an app. Spaces around and between them are dropped. */
export const OneTimeCode = z.pipe(
  z.string('is missing').check(z.maxLength(20, 'must be 6 digits'), z.regex(/^\s*(?:\d\s*){6}$/, 'must be 6 digits')),
  z.transform((typed: string) => typed.replaceAll(/\s/g, '')),
);
