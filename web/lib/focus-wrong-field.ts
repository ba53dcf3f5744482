import type { ApiError } from './api-error.ts';

/** Time in which a refusal is drawn, in milliseconds. */
const drawnMs = 50;

/** Moves the focus to the first field that a refusal names: on a phone it may be out of sight, above the button. */
export function focusWrongField({ fields }: ApiError): void {
  if (fields) setTimeout(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), drawnMs);
}
