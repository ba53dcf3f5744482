import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Outcome, RecordedCpu } from './closing-table.ts';

const file = path.join(import.meta.dirname, 'recorded-cpu.json');

/** Reads the CPU seconds per part that were last recorded. */
export function readRecordedCpu(): RecordedCpu {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedCpu) : {};
}

/** Records the CPU seconds of these parts; the record of other parts stays. */
export function recordCpu(outcomes: readonly Outcome[]): void {
  const measured = outcomes.flatMap(({ name, cpuSeconds }) =>
    cpuSeconds === undefined ? [] : [[name, Math.round(cpuSeconds * 10) / 10] as const],
  );
  writeFileSync(file, `${JSON.stringify({ ...readRecordedCpu(), ...Object.fromEntries(measured) }, null, 2)}\n`);
}
