import { expect, it } from 'vitest';
import { CpuMeter, type ProcessSample } from '#bin/check/cpu-meter.ts';

const process = (pid: number, parentPid: number, cpuSeconds: number, startedAt = pid): ProcessSample => ({
  pid,
  parentPid,
  cpuSeconds,
  startedAt,
});

it('adds up a process and all of its descendants, and no other process', () => {
  const meter = new CpuMeter();
  meter.watch('unit', 10);
  meter.watch('site', 20);
  meter.add([process(1, 0, 99), process(10, 1, 2), process(11, 10, 3), process(12, 11, 4), process(20, 1, 5)]);
  expect(meter.secondsOf('unit')).toBe(9);
  expect(meter.secondsOf('site')).toBe(5);
  expect(meter.secondsOf('stack')).toBe(0);
});

it('keeps the last time of a process that has ended, and counts one whose parent was killed', () => {
  const meter = new CpuMeter();
  meter.watch('unit', 10);
  meter.add([process(1, 0, 0), process(10, 1, 1), process(11, 10, 1), process(12, 11, 1)]);
  meter.add([process(1, 0, 0), process(10, 1, 2), process(12, 1, 7), process(13, 12, 5)]);
  expect(meter.secondsOf('unit')).toBe(2 + 1 + 7 + 5);
});

it('counts a pid that was given out again as another process', () => {
  const meter = new CpuMeter();
  meter.watch('unit', 10);
  meter.add([process(1, 0, 0), process(10, 1, 1), process(11, 10, 4)]);
  meter.add([process(1, 0, 0), process(10, 1, 1), process(11, 1, 50, 777)]);
  expect(meter.secondsOf('unit')).toBe(5);
});
