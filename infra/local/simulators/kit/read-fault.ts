import type { FaultRule } from './fault-rules.ts';

/** Modes of both simulators for a call: it is not answered properly, before or after it took effect. */
export const callModes = [
  'timeout_before',
  'timeout_after',
  'status',
  'status_after',
  'garbage',
  'reset',
  'reset_after',
  'slow',
] as const;

/** Modes of both simulators for the departure of webhooks. */
export const departureModes = ['no_webhook', 'duplicate_webhook', 'delay_webhook', 'reorder'] as const;

/** Earlier names that the doors still take. */
const otherNames: Readonly<Record<string, string>> = { forged_amount: 'forged_body', stale_balance: 'stale' };

/** The fields of a posted rule; a field that was not given is undefined. */
export type PostedFault<M extends string> = Pick<FaultRule<M>, 'path' | 'mode' | 'skip'> & {
  readonly times: number | undefined;
  readonly status: number | undefined;
  readonly delayMs: number | undefined;
  readonly copies: number | undefined;
};

/**
 * Reads the body of `POST /sandbox/faults { path?, mode, times?, skip?, status?, delayMs?, copies? }`. Throws a RangeError
 * that names the field and says what it may be.
 */
export function readFault<M extends string>(
  body: Readonly<Record<string, unknown>>,
  modes: readonly M[],
): PostedFault<M> {
  const { path = '', mode } = body;
  if (typeof path !== 'string') throw new RangeError('path must be a string');
  const name = typeof mode === 'string' ? (otherNames[mode] ?? mode) : mode;
  const known = modes.find((one) => one === name);
  if (known === undefined) throw new RangeError(`mode must be one of ${modes.join(', ')}`);
  return {
    path,
    mode: known,
    times: wholeNumber(body, 'times', 1),
    skip: wholeNumber(body, 'skip', 0) ?? 0,
    status: wholeNumber(body, 'status', 200, 599),
    delayMs: wholeNumber(body, 'delayMs', 0),
    copies: wholeNumber(body, 'copies', 1),
  };
}

function wholeNumber(
  body: Readonly<Record<string, unknown>>,
  name: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const end = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
  throw new RangeError(`${name} must be a whole number from ${least}${end}`);
}
