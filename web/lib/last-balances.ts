import { hintKey, lastBalancesKey } from './session-hint.ts';

/** The balances that this device saw last, for the time without a connection: nothing that pays, no name of a person. */
export type LastBalances = {
  /** Id of the person whose balances these are. */
  readonly owner: string;
  readonly readAtMs: number;
  /** Available balance in cents. */
  readonly balance: number;
  readonly cards: readonly { readonly name: string; readonly last4Digits: string; readonly balance: number }[];
};

/** Time to live without a new read, in milliseconds: as long as a session lives unused. */
const lifetimeMs = 30 * 24 * 60 * 60_000;

/** True when this browser's session is this person's, by what the tabs noted. Throws without storage. */
function isSessionOf(userId: string): boolean {
  return localStorage.getItem(hintKey) === userId;
}

/** Keeps the balances, while their owner's session is the one of this browser. */
export function keepLastBalances(balances: LastBalances): void {
  try {
    if (!isSessionOf(balances.owner)) return;
    localStorage.setItem(lastBalancesKey, JSON.stringify(balances));
  } catch {
    // Without storage there are none to show.
  }
}

/** Returns the kept balances; undefined when there are none of the person whose session this browser has. */
export function lastBalances(): LastBalances | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(lastBalancesKey) ?? 'null') as LastBalances | null;
    if (kept && isSessionOf(kept.owner) && Date.now() - kept.readAtMs < lifetimeMs) return kept;
    localStorage.removeItem(lastBalancesKey);
  } catch {
    // Without storage there are none to show.
  }
  return undefined;
}
