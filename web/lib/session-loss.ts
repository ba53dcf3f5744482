import { onHintChange } from './session-hint.ts';

/** Why a session that was in use is over. */
export type SessionLoss = 'ended' | 'signed-out' | 'suspended';

const listeners = new Set<(why: SessionLoss) => void>();

/** Calls `listener` when the session has ended, in this tab or another. Returns how to stop that. */
export function onSessionLoss(listener: (why: SessionLoss) => void): () => void {
  listeners.add(listener);
  const stop = onHintChange((signedOut) => listener(signedOut ? 'signed-out' : 'ended'));
  return () => {
    stop();
    listeners.delete(listener);
  };
}

/** Reports that a call found the session ended and could not renew it. */
export function reportSessionLoss(why: SessionLoss): void {
  for (const listener of listeners) listener(why);
}
