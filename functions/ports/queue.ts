/**
 * Which stored webhook to process, or whose cards (`cards:usr_…`) are due at the issuer.
 * Ids only: everything else is in the table, so a redriven message is harmless.
 */
export type EventMessage = { readonly version: 1; readonly eventId: string };

/** The queue of one kind of stored webhook. Throws when the message was not accepted. */
export interface EventQueue {
  send(message: EventMessage): Promise<void>;
}
