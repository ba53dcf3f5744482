import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { DecisionReason } from '#shared/contract/decision-reason.ts';
import { limits } from '#shared/limits.ts';
import { idSchema, type Id } from '#shared/ids.ts';
import type { Kind } from './arguments.ts';

/** Any text that is not empty. */
export const text: Kind<string> = { takes: 'a text', read: (given) => (given.trim() === '' ? undefined : given) };

/** The reason for a decision, as the staff's desk takes it. */
export const decisionReason: Kind<string> = {
  takes: `a text of up to ${limits.decisionReasonMax} characters that can be shown`,
  read: (given) => DecisionReason.safeParse(given).data,
};

/** An email address, as far as a command can check it: only the store knows whether an account has it. */
export const email: Kind<string> = {
  takes: 'an email address',
  read: (given) => (/^[^\s@]+@[^\s@]+$/.test(given) ? given : undefined),
};

/** The address of a site; what stands behind its name is left out. */
export const siteAddress: Kind<string> = {
  takes: 'the address of a site, like http://127.0.0.1:3000',
  read: (given) => (/^https?:/.test(given) ? URL.parse(given)?.origin : undefined),
};

/** A file that exists; a folder is none. */
export const file: Kind<string> = {
  takes: 'the path of a file that exists',
  read: (given) => (existsSync(given) && statSync(given).isFile() ? given : undefined),
};

/** A folder that exists. */
export const folder: Kind<string> = {
  takes: 'the path of a folder that exists',
  read: (given) => (existsSync(given) && statSync(given).isDirectory() ? given : undefined),
};

/** A file to write: its folder exists. */
export const fileToWrite: Kind<string> = {
  takes: 'the path of a file in a folder that exists',
  read: (given) =>
    folder.read(path.dirname(given)) === undefined || folder.read(given) !== undefined ? undefined : given,
};

const isoMoment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** A moment as milliseconds, from an ISO date. `Date.parse` alone reads `5` as a day of 2001, and 30 February as one of March. */
export const moment: Kind<number> = {
  takes: 'a moment like 2026-11-21T12:00:00Z',
  read: (given) => (isoMoment.safeParse(given).success ? Date.parse(given) : undefined),
};

/** A whole number within these bounds, both included. */
export function wholeNumber({ min = 0, max = Number.MAX_SAFE_INTEGER } = {}): Kind<number> {
  return {
    takes: `a whole number ${max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`}`,
    read: (given) => {
      const value = /^-?\d{1,16}$/.test(given) ? Number(given) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/** A number above 0, like 3.2. */
export const positiveNumber: Kind<number> = {
  takes: 'a number above 0',
  read: (given) => {
    const value = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
    return value > 0 ? value : undefined;
  },
};

/** One of these words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Kind<Word> {
  return { takes: words.join('|'), read: (given) => words.find((word) => word === given) };
}

/** Some of these words, with commas in between. `name` is the plural of what they are: "classes of breaks". */
export function listOf<const Word extends string>(name: string, words: readonly Word[]): Kind<readonly Word[]> {
  const isWord = (given: string): given is Word => (words as readonly string[]).includes(given);
  return {
    takes: `${name} with commas in between (${words.join(', ')})`,
    read: (given) => {
      const found = given.split(',');
      return found.every(isWord) ? found : undefined;
    },
  };
}

/** An id of this kind, like `dep_…`. */
export function idOf<Name extends Parameters<typeof idSchema>[0]>(name: Name): Kind<Id<Name>> {
  const schema = idSchema(name);
  return {
    takes: `the id of ${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`,
    read: (given) => schema.safeParse(given).data,
  };
}
