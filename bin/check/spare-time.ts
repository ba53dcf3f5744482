import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Share of the processors' time that has to be free before one more part begins beside others. */
const freeMin = 0.2;

/** Time over which the share is measured, in milliseconds: longer than a part takes to start its stack. */
const spanMs = 10_000;

/** Delay between two looks whether the wait is still needed, in milliseconds. */
const lookEveryMs = 200;

/** The time of a machine's processors, in milliseconds. */
export type Machine = {
  readonly processors: number;
  /** Idle time of all processors together. Time that the host of a virtual machine gives to others is not idle. */
  readonly idleMs: () => number;
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
};

const thisMachine: Machine = {
  processors: cpus().length,
  idleMs: () => cpus().reduce((sum, { times }) => sum + times.idle, 0),
  nowMs: () => performance.now(),
  sleep: (ms) => sleep(ms),
};

/** Waits until a fifth of the processors' time was free for ten seconds, or until the wait is not needed. */
export async function spareTime(isNeeded: () => boolean, machine: Machine = thisMachine): Promise<void> {
  for (;;) {
    const idleBeforeMs = machine.idleMs();
    const beganAtMs = machine.nowMs();
    while (machine.nowMs() - beganAtMs < spanMs) {
      if (!isNeeded()) return;
      await machine.sleep(lookEveryMs);
    }
    const passedMs = machine.nowMs() - beganAtMs;
    if (machine.idleMs() - idleBeforeMs >= freeMin * passedMs * machine.processors) return;
  }
}
