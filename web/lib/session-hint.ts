/**
 * Holds the user's id while this browser knows of a session. It is no secret and opens nothing: the session itself is in
 * the cookies.
 */
export const hintKey = 'satchel.signed-in';

/**
 * Holds the role of who is signed in: the next document begins to read what such a person's page shows together with who it is,
 * instead of after it (web/build/page-preloads.ts).
 */
export const roleKey = 'satchel.role';

/** Storage key of the balances that are shown without a connection (./last-balances.ts). They go with the session. */
export const lastBalancesKey = 'satchel.last-balances';

/** Forgets the kept balances: at the end of a session, at a lock and at another person's sign-in. */
export function forgetLastBalances(): void {
  try {
    localStorage.removeItem(lastBalancesKey);
  } catch {
    // Without storage none are kept.
  }
}

/**
 * Remembers whether it is worth asking who is signed in. A guest's browser knows better than to ask on every page; where there is
 * no storage to remember it in, asking is the only way to know.
 */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(hintKey) !== null;
  } catch {
    return true;
  }
}

/** Value of the hint for a moment before it goes, so that other tabs learn that its owner pressed Logout. */
const signedOutMark = 'out';

/**
 * Notes who is signed in, by their user id, or that nobody is any more (`false`), for all tabs, as the cookies are.
 * `signed-out` is `false` by the person's own wish.
 */
export function noteSession(session: `usr_${string}` | 'signed-out' | false): void {
  try {
    if (session !== localStorage.getItem(hintKey)) forgetLastBalances();
    if (session && session !== 'signed-out') return localStorage.setItem(hintKey, session);
    localStorage.removeItem(roleKey);
    if (session) localStorage.setItem(hintKey, signedOutMark);
    localStorage.removeItem(hintKey);
  } catch {
    // Without storage guests' pages ask every time.
  }
}

/** Notes the role of the person who is signed in. */
export function noteRole(role: 'user' | 'admin'): void {
  try {
    localStorage.setItem(roleKey, role);
  } catch {
    // Without storage the next page asks first.
  }
}

/** True when this browser's session is another person's than `userId`, by what the tabs noted. */
export function isElses(userId: string): boolean {
  try {
    const hint = localStorage.getItem(hintKey);
    return hint !== null && hint.startsWith('usr_') && hint !== userId;
  } catch {
    return false;
  }
}

/** Calls `listener` when another tab notes that nobody, or who, is signed in now. Returns how to stop that. */
export function onHintChange(listener: (now: 'nobody' | 'signed-out' | 'somebody') => void): () => void {
  function changed({ key, newValue }: StorageEvent): void {
    if (key !== hintKey) return;
    listener(newValue === null ? 'nobody' : newValue === signedOutMark ? 'signed-out' : 'somebody');
  }
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}
