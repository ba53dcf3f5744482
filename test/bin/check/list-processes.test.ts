import { expect, it } from 'vitest';
import { listProcesses, parseStat } from '#bin/check/list-processes.ts';

it('reads a process whose name holds spaces and parentheses', () => {
  const line =
    '4242 (node (main) x) S 17 4242 4242 0 -1 4194560 9000 0 0 0 250 50 0 0 20 0 11 0 123456 1000000 500 18446744073709551615';
  expect(parseStat(line)).toEqual({ pid: 4242, parentPid: 17, cpuSeconds: 3, startedAt: 123_456 });
});

it.runIf(process.platform === 'linux')('lists this process with the time it has used', () => {
  const self = listProcesses()?.find(({ pid }) => pid === process.pid);
  expect(self).toMatchObject({ parentPid: process.ppid });
  expect(self?.cpuSeconds).toBeGreaterThan(0);
});
