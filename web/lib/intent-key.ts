import { ApiError } from './api-error.ts';

/** Gives the Idempotency-Key of an intent and learns how its sending ended. */
export type IntentKeys = {
  readonly keyFor: (input: unknown) => string;
  readonly ended: (error?: unknown) => void;
};

/**
 * One key per intent: the same input keeps its key while nobody knows whether the last try took effect (no answer),
 * so a retry can never pay twice; a definite answer, good or bad, or another input, ends the intent.
 */
export function intentKeys(): IntentKeys {
  let kept: { readonly fingerprint: string; readonly key: string } | undefined;
  return {
    keyFor(input) {
      const fingerprint = JSON.stringify(input) ?? '';
      if (kept?.fingerprint !== fingerprint) kept = { fingerprint, key: crypto.randomUUID() };
      return kept.key;
    },
    ended(error) {
      if (!(error instanceof ApiError && error.outcomeUnknown)) kept = undefined;
    },
  };
}
