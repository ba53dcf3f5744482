import type * as z from 'zod/mini';
import type { Status } from '#shared/contract/status.ts';
import { switchNames } from '#shared/contract/switches.ts';
import type { FloatReading } from '#functions/ports/entities/float.ts';
import type { Services } from '#functions/ports/services.ts';
import { floatRef, isOld } from '../float/breaker.ts';
import { readSteering, type Steering } from './read-steering.ts';

/** Reads the state of the platform: the switches, the announcement, and the breaker of the float. */
export async function readStatus(needs: Pick<Services, 'store' | 'clock'>): Promise<z.input<typeof Status>> {
  const [steering, float] = await Promise.all([readSteering(needs), needs.store.get(floatRef.kind, floatRef.key)]);
  return statusOf(steering, float, needs.clock.now());
}

/**
 * Returns the state of each part. A part that is both switched off and stopped by the breaker is paused since the first
 * of the two.
 */
export function statusOf(steering: Steering, float: FloatReading | undefined, nowMs: number): z.input<typeof Status> {
  const shortSinceMs = float?.isOpen === true && !isOld(float, nowMs) ? float.sinceMs : undefined;
  const parts = switchNames.map((name) => {
    const needsFloat = name === 'load' || name === 'cardCreation';
    const since = [offSinceMs(steering, ({ switches }) => !switches[name]), needsFloat ? shortSinceMs : undefined];
    const pausedMs = since.filter((ms) => ms !== undefined);
    const limitedMs = name === 'deposits' ? offSinceMs(steering, ({ coinsOff }) => coinsOff.length > 0) : undefined;
    if (pausedMs.length > 0) return { name, state: 'paused' as const, since: iso(Math.min(...pausedMs)) };
    if (limitedMs !== undefined) return { name, state: 'limited' as const, since: iso(limitedMs) };
    return { name, state: 'working' as const, since: null };
  });
  const { announcement } = steering;
  if (announcement === undefined || (announcement.untilMs ?? Infinity) <= nowMs) return { parts };
  const until = announcement.untilMs === undefined ? null : iso(announcement.untilMs);
  return { parts, announcement: { text: announcement.text, until } };
}

/** Returns since when something is off in the settings, as far as the kept versions show; undefined while it is on. */
function offSinceMs(steering: Steering, isOff: (version: Steering) => boolean): number | undefined {
  if (!isOff(steering)) return undefined;
  const versions: readonly Steering[] = [steering, ...(steering.history ?? [])];
  const firstOn = versions.findIndex((version) => !isOff(version));
  // Off in all versions that are kept: since the oldest one.
  return versions.at(firstOn === -1 ? -1 : firstOn - 1)?.changedAtMs;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
