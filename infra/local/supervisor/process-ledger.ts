import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { startTimeOf } from './start-time-of.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** Remembers which processes a stack started, so that the next start can end what a killed one left behind. */
export type ProcessLedger = {
  readonly record: (name: string, pid: number) => void;
};

/** One process of a stack, as `processes.json` lists it. */
export type LedgerEntry = { readonly name: string; readonly pid: number; readonly startedAt: string };

/** Delay before a ledger that could not be written is written again, in milliseconds. */
const retryAfterMs = 1_000;

/**
 * Ends what the last run of this data directory left behind, then begins a new ledger. Once open, the ledger survives a
 * full disk: it reports once that it cannot be written, keeps trying, and reports when it can.
 */
export async function openProcessLedger(
  file: string,
  { write = writeFileAtomically, report = console.error }: LedgerSeams = {},
): Promise<ProcessLedger> {
  await Promise.all(readEntries(file).map(endLeftover));
  const entries = new Map<string, LedgerEntry>();
  const text = () => JSON.stringify([...entries.values()]);
  let retry: NodeJS.Timeout | undefined;
  const save = () => {
    try {
      write(file, text());
      if (retry) report(`${file} can be written again.`);
      clearInterval(retry);
      retry = undefined;
    } catch (error) {
      if (retry) return;
      report(`${file} cannot be written (${codeOf(error)}). The stack runs on and keeps trying.`);
      retry = setInterval(save, retryAfterMs).unref();
    }
  };
  write(file, text());
  return {
    record(name, pid) {
      const startedAt = startTimeOf(pid);
      if (startedAt === undefined) return;
      entries.set(name, { name, pid, startedAt });
      save();
    },
  };
}

/** The parts that a test replaces. */
type LedgerSeams = { readonly write?: typeof writeFileAtomically; readonly report?: (line: string) => void };

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

function readEntries(file: string): readonly LedgerEntry[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LedgerEntry[];
  } catch {
    return [];
  }
}

async function endLeftover({ pid, startedAt }: LedgerEntry): Promise<void> {
  // The number may belong to another process by now: only the same process started at the same moment counts.
  if (startTimeOf(pid) !== startedAt) return;
  process.kill(pid, 'SIGKILL');
  for (let waited = 0; waited < 3_000 && startTimeOf(pid) === startedAt; waited += 20) {
    await sleep(20);
  }
}
