import { type FaultRule, FaultRules, rulesInMemory } from '../kit/fault-rules.ts';
import { callModes, departureModes, readFault } from '../kit/read-fault.ts';

/** Faults that change what a call says or causes, while the call itself goes well. */
const contentModes = ['stale', 'other_payment', 'async_fail'] as const;

/** Faults of webhook deliveries. */
const deliveryModes = [
  ...departureModes,
  'bad_signature',
  'missing_signature',
  'array_signature',
  'wrong_key',
  'altered_amount',
  'forged_body',
] as const;

const allModes = [...callModes, ...contentModes, ...deliveryModes] as const;

type ContentMode = (typeof contentModes)[number];
type FaultMode = (typeof allModes)[number];

/** One rule of the fault board, its defaults filled in. */
export type Fault = FaultRule<FaultMode> & {
  /** HTTP status of the `status`, `status_after` and `garbage` modes. */
  readonly status: number;
  /** Duration of a held, slow, stale or delayed thing, in milliseconds. */
  readonly delayMs: number;
  /** The `message` of a `status` answer, when it should be a particular one. */
  readonly message: string | null;
};

/** A rule about what happens to a call. */
type CallFault = Fault & { readonly mode: (typeof callModes)[number] };

const defaultDelaysMs: Partial<Record<FaultMode, number>> = {
  timeout_before: 35_000,
  timeout_after: 35_000,
  slow: 3_000,
  stale: 5_000,
  delay_webhook: 60_000,
  reorder: 5_000,
};

/** The faults in force. They live in memory only: a simulator that was restarted is healthy. */
export class FaultBoard {
  readonly #rules = new FaultRules(rulesInMemory<Fault>());

  /** Adds a rule from a request body. Throws RangeError, with a text for the caller, when it makes no sense. */
  add(raw: Readonly<Record<string, unknown>>): Fault {
    const { path, mode, times, skip, status, delayMs, copies } = readFault(raw, allModes);
    const { message } = raw;
    // `times` without `copies` is an earlier way to say the number of copies.
    const timesAreCopies = mode === 'duplicate_webhook' && copies === undefined;
    return this.#rules.add({
      path,
      mode,
      timesLeft: timesAreCopies ? null : (times ?? null),
      skip,
      status: status ?? (mode === 'garbage' ? 502 : 500),
      delayMs: delayMs ?? defaultDelaysMs[mode] ?? 0,
      copies: copies ?? times ?? 2,
      message: typeof message === 'string' ? message : null,
    });
  }

  list(): readonly Fault[] {
    return this.#rules.all();
  }

  clear(): void {
    this.#rules.clear();
  }

  /** The first call fault for `path`, counted as used. */
  takeForCall(path: string): CallFault | undefined {
    return this.#rules.takeFirst(path, callModes);
  }

  /** The first content fault of `mode` for `path`, counted as used. */
  takeContent(path: string, mode: ContentMode): Fault | undefined {
    return this.#rules.takeFirst(path, [mode]);
  }

  /** All delivery faults for a webhook named like `webhook/payment/paid`, counted as used. */
  takeForDelivery(name: string): Fault[] {
    return this.#rules.take(`/v1/payment ${name}`, deliveryModes);
  }
}
