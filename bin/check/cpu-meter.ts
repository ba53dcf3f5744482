/** A process as the system lists it: its CPU time is its own, without its children's. */
export type ProcessSample = {
  readonly pid: number;
  readonly parentPid: number;
  /** Start time in ticks since boot: with the pid it names one process, also when the pid is given out again. */
  readonly startedAt: number;
  readonly cpuSeconds: number;
};

/**
 * Adds up the CPU seconds of process trees from samples of the whole process list. A descendant stays counted after its
 * parent has died: a stack that is killed hard leaves its parts to init, and no parent ever collects their times.
 */
export class CpuMeter {
  readonly #rootOf = new Map<string, string>();
  readonly #roots = new Map<number, string>();
  readonly #seconds = new Map<string, number>();

  /** Counts the process with this pid and everything that it starts for `name`, from the next sample on. */
  watch(name: string, pid: number): void {
    this.#roots.set(pid, name);
  }

  /** Takes one sample of the process list. Time between a process's last sample and its end is not counted. */
  add(samples: readonly ProcessSample[]): void {
    const byPid = new Map(samples.map((sample) => [sample.pid, sample]));
    for (const sample of samples) {
      const name = this.#nameOf(sample, byPid);
      if (name === undefined) continue;
      this.#rootOf.set(keyOf(sample), name);
      this.#seconds.set(keyOf(sample), sample.cpuSeconds);
    }
  }

  /** CPU seconds counted for this name so far, user and system. */
  secondsOf(name: string): number {
    let total = 0;
    for (const [key, seconds] of this.#seconds) if (this.#rootOf.get(key) === name) total += seconds;
    return total;
  }

  #nameOf(sample: ProcessSample, byPid: ReadonlyMap<number, ProcessSample>): string | undefined {
    const passed = new Set<number>();
    for (let at: ProcessSample | undefined = sample; at && !passed.has(at.pid); at = byPid.get(at.parentPid)) {
      const name = this.#rootOf.get(keyOf(at)) ?? this.#roots.get(at.pid);
      if (name !== undefined) return name;
      passed.add(at.pid);
    }
    return undefined;
  }
}

const keyOf = ({ pid, startedAt }: ProcessSample): string => `${pid}:${startedAt}`;
