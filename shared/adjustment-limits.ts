import { cents } from './money.ts';

/** The limits of adjustments by staff. */
export const adjustmentLimits = {
  /** Maximum of one adjustment of a balance by staff, in cents. */
  maxCents: cents(100_000),
  /** Maximum sum (in cents) and number of the adjustments that one admin proposes and approves in 24 hours. */
  perAdminMaxCents: cents(500_000),
  perAdminMax: 100,
  /** Time over which an admin's adjustments are added up, in milliseconds. */
  windowMs: 24 * 60 * 60_000,
  /** Time to live of a proposed adjustment, in milliseconds. */
  lifetimeMs: 72 * 60 * 60_000,
} as const;
