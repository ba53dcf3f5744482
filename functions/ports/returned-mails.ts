/** An address that gets no more mail: a mail came back for good, or its reader marked one as unwanted. */
export type ReturnedMail = { readonly address: string; readonly reason: 'bounce' | 'complaint' };

/** The list of addresses that get no more mail. */
export interface ReturnedMails {
  /** Addresses listed since a moment, in milliseconds since 1970 UTC. Throws when the list cannot be read. */
  listedSince(fromMs: number): Promise<readonly ReturnedMail[]>;
}
