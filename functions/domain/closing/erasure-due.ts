import type { Closing } from '#functions/ports/entities/closing.ts';
import { hourMs } from '#functions/domain/durations.ts';

/**
 * Delay of the second pass, in milliseconds: a process that read the profile just before its erasure may have written a line
 * with the address just after the first one.
 */
const againAfterMs = hourMs;

/** Returns when an erasure goes on after the pass that began at `passAtMs`; undefined when nothing is left to do. */
export function erasureDueAfter(
  { erasedAtMs, holder }: Pick<Closing, 'erasedAtMs' | 'holder'>,
  passAtMs: number,
): number | undefined {
  const againAtMs = (erasedAtMs ?? passAtMs) + againAfterMs;
  const due = [passAtMs < againAtMs ? againAtMs : undefined, holder?.dueAtMs].filter((ms) => ms !== undefined);
  return due.length === 0 ? undefined : Math.min(...due);
}
