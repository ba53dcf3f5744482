import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import { writeFileAtomically } from './write-file-atomically.ts';

/** Remembers which processes a stack started, so that the next start can end what a killed one left behind. */
export type ProcessLedger = {
  readonly record: (name: string, pid: number) => void;
};

type Entry = { readonly name: string; readonly pid: number; readonly startedAt: string };

/** Ends what the last run of this data directory left behind, then begins a new ledger. */
export async function openProcessLedger(file: string): Promise<ProcessLedger> {
  await Promise.all(readEntries(file).map(endLeftover));
  const entries = new Map<string, Entry>();
  const save = () => writeFileAtomically(file, JSON.stringify([...entries.values()]));
  save();
  return {
    record(name, pid) {
      const startedAt = startTimeOf(pid);
      if (startedAt === undefined) return;
      entries.set(name, { name, pid, startedAt });
      save();
    },
  };
}

function readEntries(file: string): readonly Entry[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Entry[];
  } catch {
    return [];
  }
}

async function endLeftover({ pid, startedAt }: Entry): Promise<void> {
  // The number may belong to somebody else by now: only the same process started at the same moment.
  if (startTimeOf(pid) !== startedAt) return;
  process.kill(pid, 'SIGKILL');
  for (let waited = 0; waited < 3_000 && startTimeOf(pid) === startedAt; waited += 20) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** When a process was started, as the system spells it, or nothing if it has ended. */
function startTimeOf(pid: number): string | undefined {
  if (existsSync('/proc/self/stat')) {
    try {
      // The name in parentheses may contain anything: the fields are counted from its end.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? undefined : `${readBootId()} ${fields[19]}`;
    } catch {
      return undefined;
    }
  }
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}

/** Start times count from the boot, so they repeat from one boot to the next. */
function readBootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
