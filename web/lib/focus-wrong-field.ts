import type { ApiError } from './api-error.ts';

/** Time in which a refusal is drawn, in milliseconds. */
const drawnMs = 50;

/**
 * Moves the focus to the first field that a refusal names: on a phone it may be out of sight, above the button. Another
 * form of the page may have a wrong field from before, so only the form or dialog with the focus is searched, if any.
 */
export function focusWrongField({ fields }: ApiError): void {
  const within = document.activeElement?.closest('form,dialog') ?? document;
  if (fields) setTimeout(() => within.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), drawnMs);
}
