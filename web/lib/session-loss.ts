import { tabOwner } from './kept-in-tab.ts';
import { forgetLastBalances, isElses, onHintChange } from './session-hint.ts';

/** Why a session that was in use is over; `other`: another person has signed in in this browser. */
export type SessionLoss = 'ended' | 'signed-out' | 'suspended' | 'other';

const listeners = new Set<(why: SessionLoss) => void>();

/** True when another person is signed in by now than the one whose tab this is. */
export function isOtherPerson(): boolean {
  const owner = tabOwner();
  return owner !== undefined && isElses(owner);
}

/**
 * Calls `listener` once, when the session has ended, in this tab or another: later reports may give another reason.
 * Returns how to stop that.
 */
export function onSessionLoss(listener: (why: SessionLoss) => void): () => void {
  function report(why: SessionLoss): void {
    stop();
    listener(why);
  }
  listeners.add(report);
  const stopHints = onHintChange((now) => {
    if (now !== 'somebody') report(now === 'signed-out' ? 'signed-out' : 'ended');
    else if (isOtherPerson()) report('other');
  });
  function stop(): void {
    stopHints();
    listeners.delete(report);
  }
  return stop;
}

/** Reports that a call found the session ended and could not renew it. */
export function reportSessionLoss(why: SessionLoss): void {
  // After another person's sign-in the kept balances are already that person's.
  if (why !== 'other') forgetLastBalances();
  for (const listener of listeners) listener(why);
}

/** Reports nothing more in this document, which is about to be replaced by one that says why the session ended. */
export function stopSessionReports(): void {
  listeners.clear();
}
