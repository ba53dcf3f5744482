import { ulid } from 'ulid';
import type { Books } from '../books/open-books.ts';
import type { FaultMode, FaultRule } from '../books/records.ts';

/** Modes that change how a call is answered. */
export const answerModes = [
  'timeout_before',
  'timeout_after',
  'status',
  'status_after',
  'garbage',
  'reset',
  'reset_after',
  'slow',
  'late_apply',
  'unauthorized',
  'rate_limited',
] as const satisfies readonly FaultMode[];

/** One of the modes that change how a call is answered. */
export type AnswerMode = (typeof answerModes)[number];

/** A rule whose mode is one of those it was looked for with. */
export type RuleOf<M extends FaultMode> = FaultRule & { readonly mode: M };

/** Modes that change which events leave, and when. */
export const emissionModes: readonly FaultMode[] = [
  'no_webhook',
  'duplicate_webhook',
  'delay_webhook',
  'reorder',
  'contradictory',
];

/** Modes that spoil what one delivery of an event carries. */
export const spoilingModes: readonly FaultMode[] = [
  'bad_signature',
  'missing_signature',
  'forged_body',
  'alternative_names',
];

/** Modes that spoil one delivery of an event, when their path names deliveries. */
export const deliveryModes: readonly FaultMode[] = [
  ...spoilingModes,
  'timeout_before',
  'timeout_after',
  'status',
  'status_after',
  'garbage',
  'reset',
  'reset_after',
  'slow',
];

/** Modes that change what a call does, or what comes of it later. */
export const effectModes: readonly FaultMode[] = [
  ...emissionModes,
  ...spoilingModes,
  'async_fail',
  'creation_fails_async',
  'empty_float',
  'stale_balance',
  'duplicate_items',
];

/** Every mode there is. */
export const faultModes: ReadonlySet<string> = new Set([...answerModes, ...effectModes]);

/**
 * The fields of a new rule; the optional ones have defaults: once, from the first call on, HTTP 500, delay by mode, two
 * copies.
 */
export type NewFault = { readonly path: string; readonly mode: FaultMode } & Partial<
  Pick<FaultRule, 'timesLeft' | 'skip' | 'status' | 'delayMs' | 'copies'>
>;

/** The rules for misbehaving, in the order they were made. */
export class FaultBook {
  readonly #books: Books;

  constructor(books: Books) {
    this.#books = books;
  }

  add(fault: NewFault): FaultRule {
    return this.#books.faults.put({
      id: `flt_${ulid()}`,
      timesLeft: 1,
      skip: 0,
      status: null,
      delayMs: null,
      copies: 2,
      ...fault,
    });
  }

  all(): FaultRule[] {
    return this.#books.faults.all();
  }

  clear(): void {
    this.#books.faults.clear();
  }

  /** Uses up one firing of every rule for this path with one of these modes, and returns those rules. */
  take<M extends FaultMode>(path: string, modes: readonly M[]): RuleOf<M>[] {
    return this.#matching(path, modes).filter((rule) => this.use(rule));
  }

  /** As {@link take}, for the first such rule only. */
  takeFirst<M extends FaultMode>(path: string, modes: readonly M[]): RuleOf<M> | undefined {
    return this.#matching(path, modes).find((rule) => this.use(rule));
  }

  /** Counts one firing of the rule; false when the rule still lets this call pass. */
  use(rule: FaultRule): boolean {
    if (rule.skip > 0) {
      this.#books.faults.put({ ...rule, skip: rule.skip - 1 });
      return false;
    }
    if (rule.timesLeft === 1) this.#books.faults.delete(rule.id);
    else if (rule.timesLeft !== null) this.#books.faults.put({ ...rule, timesLeft: rule.timesLeft - 1 });
    return true;
  }

  #matching<M extends FaultMode>(path: string, modes: readonly M[]): RuleOf<M>[] {
    const wanted: readonly FaultMode[] = modes;
    return this.all().filter((rule): rule is RuleOf<M> => wanted.includes(rule.mode) && path.includes(rule.path));
  }
}

/** The rule of this mode among those that were taken for a call. */
export function findEffect(effects: readonly FaultRule[], mode: FaultMode): FaultRule | undefined {
  return effects.find((rule) => rule.mode === mode);
}
