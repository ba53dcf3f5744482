import type { ErrorCode } from '#shared/errors.ts';
import { errorText, type ApiError } from '#web/lib/api-error.ts';
import type { ToastApi } from './toast.tsx';

/** `is missing` → `This is missing.`: what the server says of a field, as a sentence. */
export function asSentence(words: string | undefined): string | undefined {
  return words?.replace(/^[a-z].*/, 'This $&.');
}

/** Returns a refusal's words for one field, or the whole refusal where its code is about that field. */
export function atField(
  error: ApiError | undefined,
  field: string,
  codes: readonly ErrorCode[] = [],
): string | undefined {
  const words = error?.fields?.[field];
  if (words !== undefined) return asSentence(words);
  return error && codes.some((code) => error.is(code)) ? errorText(error) : undefined;
}

/** Shows a toast, unless the refusal stands at the field that it is about: there a toast would only lie over it. */
export function toastUnlessAtField(toast: ToastApi, error: ApiError, codes: readonly ErrorCode[] = []): void {
  if (!error.fields && !codes.some((code) => error.is(code))) toast.error(error);
}

/** As `toastUnlessAtField`, for a form whose `WriteOutcome` words what did not arrive or got no answer. */
export function toastUnlessInPlace(toast: ToastApi, error: ApiError, codes?: readonly ErrorCode[]): void {
  if (!error.notSent && !error.outcomeUnknown) toastUnlessAtField(toast, error, codes);
}
