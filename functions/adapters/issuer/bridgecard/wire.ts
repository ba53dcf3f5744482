import * as z from 'zod/mini';

import { cents, maxCents, type Cents } from '#shared/money.ts';

/** A short text of the issuer. */
export const text = z.string().check(z.minLength(1), z.maxLength(512));

/** A text that no decision depends on; empty for anything else. A merchant's code may come as a number. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : '';
}

/** Cents as the issuer writes them: mostly a string of digits, sometimes a number. May be negative on a card. */
export const signedCents = z.pipe(
  z.union([z.string().check(z.regex(/^-?\d{1,15}$/)), z.int().check(z.gte(-maxCents), z.lte(maxCents))]),
  z.transform((amount: string | number): Cents => cents(Number(amount))),
);

/** Cents as in `signedCents`, but never negative: another field gives the direction. */
export const unsignedCents = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,15}$/)), z.int().check(z.gte(0), z.lte(maxCents))]),
  z.transform((amount: string | number): Cents => cents(Number(amount))),
);

/** The two fields that date a transaction or an event. */
export const dates = {
  transaction_date: z.nullish(z.string()),
  transaction_timestamp: z.nullish(z.union([z.string(), z.number()])),
};

/** Reads the time of a transaction, in milliseconds since 1970 UTC; undefined when neither field has one. */
export function momentOf(dated: {
  readonly transaction_date?: string | null | undefined;
  readonly transaction_timestamp?: string | number | null | undefined;
}): number | undefined {
  return readMoment(dated.transaction_timestamp) ?? readMoment(dated.transaction_date);
}

/** The first moment that is no date of four digits any more, in milliseconds since 1970 UTC. */
const year10000 = Date.UTC(10_000, 0);

/** Reads epoch seconds, as a number or as digits, or `YYYY-MM-DD HH:MM:SS`, which is GMT though it does not say so. */
function readMoment(value: string | number | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number' || /^\d{9,13}(?:\.\d+)?$/.test(value)) {
    const epoch = Number(value);
    // Eleven digits of seconds are the year 5138: then they are milliseconds.
    const moment = Math.floor(epoch < 100_000_000_000 ? epoch * 1000 : epoch);
    return moment > 0 && moment < year10000 ? moment : undefined;
  }
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?Z?$/.exec(value);
  const moment = match ? Date.parse(`${match[1]}T${match[2]}Z`) : Number.NaN;
  return Number.isFinite(moment) ? moment : undefined;
}
