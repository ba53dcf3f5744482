/** An address that takes no mail of ours: a mail came back for good, or its reader called one unwanted. */
export type ReturnedMail = { readonly address: string; readonly reason: 'bounce' | 'complaint' };

/** The list of such addresses. */
export interface ReturnedMails {
  /** The addresses that were listed since a moment, in milliseconds since 1970 UTC. Throws when the list does not answer. */
  listedSince(fromMs: number): Promise<readonly ReturnedMail[]>;
}
