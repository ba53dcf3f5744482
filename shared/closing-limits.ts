import { cents } from './money.ts';

/** The limits of closing an account. */
export const closingLimits = {
  /** Maximum balance that a person waives by closing the account, in cents; more is spent first. */
  waivedMaxCents: cents(2000),
  /** Time in which a sign-in opens a closed account again, in milliseconds. */
  returnMs: 30 * 24 * 60 * 60_000,
} as const;
