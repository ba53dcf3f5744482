/** Faults of the API: what happens to a call instead of, or on top of, its proper answer. */
export const CALL_MODES = [
  'timeout_before',
  'timeout_after',
  'status',
  'status_after',
  'garbage',
  'reset',
  'reset_after',
  'slow',
] as const;

/** Faults that change what a call says or causes, while the call itself goes well. */
export const CONTENT_MODES = ['stale', 'other_payment', 'async_fail'] as const;

/** Faults of webhook deliveries. */
export const DELIVERY_MODES = [
  'no_webhook',
  'duplicate_webhook',
  'delay_webhook',
  'reorder',
  'bad_signature',
  'missing_signature',
  'array_signature',
  'wrong_key',
  'altered_amount',
  'forged_amount',
] as const;

export type CallMode = (typeof CALL_MODES)[number];
export type ContentMode = (typeof CONTENT_MODES)[number];
export type DeliveryMode = (typeof DELIVERY_MODES)[number];
export type FaultMode = CallMode | ContentMode | DeliveryMode;

/** One rule of the fault board. */
export interface Fault {
  id: number;
  /** Substring of the call's path; `=/v1/payment` means exactly that path. */
  path: string;
  mode: FaultMode;
  /** Number of calls that it still hits; null: until it is deleted. */
  timesLeft: number | null;
  /** For `duplicate_webhook`: how many copies of each delivery are sent. */
  copies: number;
  /** For `status`, `status_after` and `garbage`. */
  status: number;
  /** Duration of a held, slow, stale or delayed thing, in milliseconds. */
  delayMs: number;
  /** The `message` of a `status` answer, when it should be a particular one. */
  message: string | null;
}

const DEFAULT_DELAY_MS: Partial<Record<FaultMode, number>> = {
  timeout_before: 35_000,
  timeout_after: 35_000,
  slow: 3_000,
  stale: 5_000,
  delay_webhook: 60_000,
  reorder: 5_000,
};

/** A rule about what happens to a call. */
export type CallFault = Fault & { mode: CallMode };

/** The faults in force. They live in memory only: a simulator that was restarted is healthy. */
export class FaultBoard {
  #faults: Fault[] = [];
  #lastId = 0;

  /** Adds a rule from a request body. Throws RangeError, with a text for the caller, when it makes no sense. */
  add(raw: Readonly<Record<string, unknown>>): Fault {
    const { path = '', mode, times, status, delayMs, message } = raw;
    if (typeof path !== 'string') throw new RangeError('path must be a string');
    const known = ALL_MODES.find((name) => name === mode);
    if (known === undefined) throw new RangeError(`mode must be one of ${ALL_MODES.join(', ')}`);
    if (times !== undefined && (!isWhole(times) || times < 1))
      throw new RangeError('times must be a whole number from 1');
    if (status !== undefined && (!isWhole(status) || status < 200 || status > 599)) {
      throw new RangeError('status must be an HTTP status from 200 to 599');
    }
    if (delayMs !== undefined && (!isWhole(delayMs) || delayMs < 0)) {
      throw new RangeError('delayMs must be whole milliseconds');
    }
    this.#lastId += 1;
    const isDuplicate = known === 'duplicate_webhook';
    const fault: Fault = {
      id: this.#lastId,
      path,
      mode: known,
      timesLeft: isDuplicate ? null : (times ?? null),
      copies: isDuplicate ? (times ?? 2) : 1,
      status: status ?? (known === 'garbage' ? 502 : 500),
      delayMs: delayMs ?? DEFAULT_DELAY_MS[known] ?? 0,
      message: typeof message === 'string' ? message : null,
    };
    this.#faults.push(fault);
    return fault;
  }

  list(): readonly Fault[] {
    return this.#faults;
  }

  clear(): void {
    this.#faults = [];
  }

  /** The first call fault for `path`, counted as used. */
  takeForCall(path: string): CallFault | null {
    return this.#take(path, isCallMode).find(isCallFault) ?? null;
  }

  /** The first content fault of `mode` for `path`, counted as used. */
  takeContent(path: string, mode: ContentMode): Fault | null {
    return this.#take(path, (candidate) => candidate === mode)[0] ?? null;
  }

  /** All delivery faults for a webhook named like `webhook/payment/paid`, counted as used. */
  takeForDelivery(name: string): Fault[] {
    return this.#take(`/v1/payment ${name}`, (mode) => DELIVERY_MODES.some((known) => known === mode), true);
  }

  #take(subject: string, wanted: (mode: FaultMode) => boolean, all = false): Fault[] {
    const hits = this.#faults.filter((fault) => wanted(fault.mode) && pathMatches(fault.path, subject));
    const taken = all ? hits : hits.slice(0, 1);
    for (const fault of taken) {
      if (fault.timesLeft !== null) fault.timesLeft -= 1;
    }
    this.#faults = this.#faults.filter((fault) => fault.timesLeft !== 0);
    return taken;
  }
}

const ALL_MODES: readonly FaultMode[] = [...CALL_MODES, ...CONTENT_MODES, ...DELIVERY_MODES];

function isCallMode(mode: FaultMode): boolean {
  return CALL_MODES.some((name) => name === mode);
}

function isCallFault(fault: Fault): fault is CallFault {
  return isCallMode(fault.mode);
}

function pathMatches(pattern: string, subject: string): boolean {
  return pattern.startsWith('=') ? subject === pattern.slice(1) : subject.includes(pattern);
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
