import { hash } from 'node:crypto';
import { dayOf } from '#functions/domain/statistics/day-of.ts';
import { dayMs } from '#functions/domain/durations.ts';

/** Number of past days that every full check reads: those of which the providers are asked. */
export const recentDays = 14;

/** Number of days after which a person's whole history, or a day of long ago, is read again. */
const periodDays = 28;

/** Returns the start of the recent days: UTC midnight. */
export function recentFromMs(nowMs: number): number {
  return Date.parse(dayOf(nowMs)) - recentDays * dayMs;
}

/**
 * True when a person's whole history, or a past day, is due to be read again after it was last read at `lastMs`. Its
 * name chooses one of 28 days for it: each night has its share, and a night without a check is made up for.
 */
export function isDueAgain(name: string, lastMs: number, nowMs: number): boolean {
  const share = Number.parseInt(hash('sha256', name).slice(0, 8), 16) % periodDays;
  const period = (atMs: number): number => Math.floor((Math.floor(atMs / dayMs) + share) / periodDays);
  return period(nowMs) > period(lastMs);
}
