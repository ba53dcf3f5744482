/** A call's request for a proof that the account's owner is there. */
export type ProofAsked = {
  /** Ways to prove it, as the server lists them. */
  readonly methods: readonly string[];
  /** Ends the wait: the call is sent again when it was proved. */
  readonly settle: (outcome: 'proved' | 'canceled') => void;
};

let dialog: ((asked: ProofAsked) => void) | undefined;
let asking: Promise<'proved' | 'canceled'> | undefined;

/** Registers the site's one dialog, which is asked whenever a call needs a proof. Returns how to stop that. */
export function onProofAsked(ask: (asked: ProofAsked) => void): () => void {
  dialog = ask;
  return () => {
    if (dialog === ask) dialog = undefined;
  };
}

/**
 * Asks the person in place for a proof, once for all calls that wait at that moment. Returns `canceled` also where no
 * dialog is on the page.
 */
export function askForProof(methods: readonly string[]): Promise<'proved' | 'canceled'> {
  const ask = dialog;
  if (!ask) return Promise.resolve('canceled');
  asking ??= new Promise<'proved' | 'canceled'>((settle) => ask({ methods, settle })).finally(() => {
    asking = undefined;
  });
  return asking;
}
