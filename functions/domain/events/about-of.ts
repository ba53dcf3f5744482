import type { IssuerEvent } from '#functions/ports/card-issuer.ts';

/** The issuer's card or cardholder that an event names. */
export function aboutOf(event: Exclude<IssuerEvent, { readonly type: 'ignored' }>): string {
  return event.type === 'holder' ? event.holderId : event.issuerCardId;
}
