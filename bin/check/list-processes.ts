import { readdirSync, readFileSync } from 'node:fs';

import type { ProcessSample } from './cpu-meter.ts';

/** Clock ticks per second in /proc: a constant of Linux on every architecture that Node runs on. */
const ticksPerSecond = 100;

/** Lists all processes with their CPU times; undefined where the system has no /proc. */
export function listProcesses(): readonly ProcessSample[] | undefined {
  if (process.platform !== 'linux') return undefined;
  return readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? readProcess(entry) : []));
}

function readProcess(pid: string): readonly ProcessSample[] {
  try {
    return [parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))];
  } catch {
    // It has ended since the folder was read.
    return [];
  }
}

/** Reads one line of /proc/<pid>/stat. The program's name stands in parentheses and may hold spaces and parentheses. */
export function parseStat(line: string): ProcessSample {
  const afterName = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(afterName[number - 3]);
  return {
    pid: Number.parseInt(line, 10),
    parentPid: field(4),
    cpuSeconds: (field(14) + field(15)) / ticksPerSecond,
    startedAt: field(22),
  };
}
