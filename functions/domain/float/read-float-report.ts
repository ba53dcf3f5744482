import type * as z from 'zod/mini';
import type { Float } from '#shared/contract/float.ts';
import { zero } from '#shared/money.ts';
import type { FloatHour, FloatReading } from '#functions/ports/entities/float.ts';
import type { Services } from '#functions/ports/services.ts';
import { floatRef, headroomOf, isOld } from './breaker.ts';
import { hourStartMs, lastHours, runwayDaysOf } from './runway.ts';

/** Reads the last reading of the float and its last seven days. One round trip: every hour's key is known. */
export async function readFloatReport({
  store,
  clock,
}: Pick<Services, 'store' | 'clock'>): Promise<z.input<typeof Float>> {
  const nowMs = clock.now();
  const [reading, hours] = await Promise.all([
    store.get(floatRef.kind, floatRef.key),
    store.getMany(
      'floatHour',
      lastHours(nowMs).map((hour) => ({ hour })),
    ),
  ]);
  return describeFloat(
    reading,
    hours.filter((hour) => hour !== undefined),
    nowMs,
  );
}

function describeFloat(
  reading: FloatReading | undefined,
  hours: readonly FloatHour[],
  nowMs: number,
): z.input<typeof Float> {
  const room = reading ? headroomOf(reading) : zero;
  return {
    balance: reading?.balanceCents ?? null,
    at: reading ? iso(reading.atMs) : null,
    isOld: reading !== undefined && isOld(reading, nowMs),
    held: reading?.heldCents ?? zero,
    floor: reading?.floorCents ?? zero,
    room: room > 0 ? room : zero,
    meanDailyOut: reading?.meanDailyOutCents ?? zero,
    runwayDays: (reading && runwayDaysOf(reading)) ?? null,
    breaker: reading?.isOpen === true ? 'open' : 'closed',
    breakerSince: reading ? iso(reading.sinceMs) : null,
    hours: hours.map(({ hour, balanceCents, lowestCents, outCents }) => ({
      hour: iso(hourStartMs(hour)),
      balance: balanceCents ?? null,
      lowest: lowestCents ?? null,
      out: outCents,
    })),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
