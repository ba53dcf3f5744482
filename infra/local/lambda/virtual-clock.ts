import { readFileSync } from 'node:fs';

import { writeFileAtomically } from '../supervisor/write-file-atomically.ts';

/**
 * The product's clock: real time plus an offset that only grows. It exists so that a test can move the product a day
 * forward; handlers keep reading `Date` and never know.
 */
export type VirtualClock = {
  /** Milliseconds since the epoch, as the product sees them. */
  readonly now: () => number;
  readonly offsetMs: () => number;
  /** Moves time forward and remembers it before it takes effect, so that no kill −9 moves time back. */
  readonly advance: (ms: number) => void;
  /** Shared with every worker thread, so an advance reaches a handler in the middle of its work. */
  readonly memory: SharedArrayBuffer;
};

/** The clock whose offset is kept in `file`. */
export function openVirtualClock(file: string): VirtualClock {
  const memory = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const offset = new BigInt64Array(memory);
  Atomics.store(offset, 0, BigInt(readOffset(file)));
  const offsetMs = () => Number(Atomics.load(offset, 0));
  return {
    memory,
    offsetMs,
    now: () => Date.now() + offsetMs(),
    advance(ms) {
      const next = offsetMs() + ms;
      writeFileAtomically(file, JSON.stringify({ offsetMs: next }));
      Atomics.store(offset, 0, BigInt(next));
    },
  };
}

function readOffset(file: string): number {
  try {
    const { offsetMs } = JSON.parse(readFileSync(file, 'utf8')) as { offsetMs?: unknown };
    return typeof offsetMs === 'number' && Number.isSafeInteger(offsetMs) && offsetMs >= 0 ? offsetMs : 0;
  } catch {
    // The first start of a data directory, or a damaged file: real time.
    return 0;
  }
}
