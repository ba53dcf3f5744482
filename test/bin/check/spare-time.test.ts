import { expect, it } from 'vitest';
import { spareTime, type Machine } from '#bin/check/spare-time.ts';

/** A machine with two processors on which time passes only in `sleep`. */
function machineWith(idleShareAt: (nowMs: number) => number): Machine & { nowMs: () => number } {
  let nowMs = 0;
  let idleMs = 0;
  return {
    processors: 2,
    idleMs: () => idleMs,
    nowMs: () => nowMs,
    sleep: (ms) => {
      idleMs += idleShareAt(nowMs) * 2 * ms;
      nowMs += ms;
      return Promise.resolve();
    },
  };
}

it('waits until a fifth of the time of both processors was free for ten seconds', async () => {
  const machine = machineWith((nowMs) => (nowMs < 30_000 ? 0.15 : 0.25));
  await spareTime(() => true, machine);
  expect(machine.nowMs()).toBe(40_000);
});

it('takes no moment of rest for free time', async () => {
  const machine = machineWith((nowMs) => (nowMs % 10_000 < 1_000 || nowMs >= 60_000 ? 1 : 0));
  await spareTime(() => true, machine);
  expect(machine.nowMs()).toBe(70_000);
});

it('ends as soon as it is not needed, on a busy machine too', async () => {
  const machine = machineWith(() => 0);
  await spareTime(() => machine.nowMs() < 25_000, machine);
  expect(machine.nowMs()).toBe(25_000);
  await spareTime(() => false);
});
