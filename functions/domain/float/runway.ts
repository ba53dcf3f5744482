import { cents, sum, zero, type Cents } from '#shared/money.ts';
import type { FloatHour, FloatReading } from '#functions/ports/entities/float.ts';
import { dayMs, hourMs } from '#functions/domain/durations.ts';
import { headroomOf } from './breaker.ts';

/** Number of hours in the chart and in the mean outflow of a day. */
const hoursKnown = 7 * 24;

/** Returns the UTC hour of a moment: `2026-11-23T07`. */
export function hourOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 13);
}

/** Returns when an hour begins, in milliseconds since 1970 UTC. */
export function hourStartMs(hour: string): number {
  return Date.parse(`${hour}:00:00.000Z`);
}

/** Lists the hours from one moment to another, both included, in order. */
export function hoursBetween(fromMs: number, toMs: number): readonly string[] {
  const firstMs = hourStartMs(hourOf(fromMs));
  return Array.from({ length: Math.floor((toMs - firstMs) / hourMs) + 1 }, (_, index) =>
    hourOf(firstMs + index * hourMs),
  );
}

/** Lists the hours of the last seven days, the present one included. */
export function lastHours(nowMs: number): readonly string[] {
  return hoursBetween(nowMs - (hoursKnown - 1) * hourMs, nowMs);
}

/**
 * Returns the mean net outflow of a day over the known hours, in cents. A platform younger than seven days is measured
 * by its age, one younger than a day by its whole outflow.
 */
export function meanDailyOut(hours: readonly Pick<FloatHour, 'hour' | 'outCents'>[], nowMs: number): Cents {
  const [first] = hours.map(({ hour }) => hour).toSorted();
  if (first === undefined) return zero;
  const days = Math.min(7, Math.max(1, (nowMs - hourStartMs(first)) / dayMs));
  return cents(Math.round(sum(...hours.map(({ outCents }) => outCents)) / days));
}

/**
 * Returns the days until the float reaches its floor, rounded down to one decimal; undefined when the float does not
 * fall.
 */
export function runwayDaysOf(
  reading: Pick<FloatReading, 'balanceCents' | 'heldCents' | 'floorCents' | 'meanDailyOutCents'>,
): number | undefined {
  if (reading.meanDailyOutCents <= 0) return undefined;
  return Math.floor((Math.max(0, headroomOf(reading)) / reading.meanDailyOutCents) * 10) / 10;
}
