import { understood, type Read } from '#functions/adapters/http/read-json.ts';
import type { DeclineReason, ProviderAnswer } from '#functions/ports/provider-answer.ts';
import type { CallAnswer } from './client.ts';

/**
 * Returns the answer with its value in our terms. An unknown path is our own mistake; any other refusal that the call
 * does not handle itself is a decline.
 */
export function answered<T>(call: string, answer: CallAnswer, read: (json: unknown) => Read<T>): ProviderAnswer<T> {
  if (answer.outcome === 'no_such_path') return { outcome: 'fault', detail: answer.detail };
  if (answer.outcome === 'no_such_transaction' || answer.outcome === 'unclear')
    return { outcome: 'declined', reason: 'rejected', detail: answer.detail };
  if (answer.outcome !== 'success') return answer;
  const result = read(answer.value);
  return result.isUnderstood
    ? { outcome: 'success', value: result.value }
    : { outcome: 'unknown', detail: `${call}: the answer does not fit at "${result.path}"` };
}

/** Returns the answer of a call that has no value. */
export function done(answer: CallAnswer): ProviderAnswer<'done'> {
  return answered('change', answer, () => understood('done'));
}

/** Returns the answer, or `unknown` when it succeeded but is about something other than the question. */
export function echoed<T>(field: string, answer: ProviderAnswer<T>, isAbout: (value: T) => boolean): ProviderAnswer<T> {
  if (answer.outcome !== 'success' || isAbout(answer.value)) return answer;
  return { outcome: 'unknown', detail: `the answer echoes another ${field}` };
}

/** True for a decline with this reason. */
export function isDeclined(answer: CallAnswer, reason: DeclineReason): boolean {
  return answer.outcome === 'declined' && answer.reason === reason;
}
