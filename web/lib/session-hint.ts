/**
 * Holds the user's id while this browser knows of a session. It is no secret and opens nothing: the session itself is in
 * the cookies.
 */
export const hintKey = 'satchel.signed-in';

/**
 * Holds the role of the signed-in person. The next document then reads that role's page together with the person,
 * instead of after them (web/build/page-preloads.ts).
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
 * True when it is worth asking who is signed in, so that a guest's browser does not ask on every page. Where there is
 * no storage to note that in, asking is the only way to know.
 */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(hintKey) !== null;
  } catch {
    return true;
  }
}

/**
 * Value of the hint just before it is removed at a sign-out, so that other tabs learn that its owner pressed Logout.
 */
const signedOutMark = 'out';

/**
 * Notes for all tabs who is signed in, by user id, or that nobody is any more (`false`): they share the cookies too.
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

/** True when the tabs noted that this browser's session belongs to another person than `userId`. */
export function isElses(userId: string): boolean {
  try {
    const hint = localStorage.getItem(hintKey);
    return hint !== null && hint.startsWith('usr_') && hint !== userId;
  } catch {
    return false;
  }
}

/** Calls `listener` when another tab notes who is signed in now, or that nobody is. Returns how to stop that. */
export function onHintChange(listener: (now: 'nobody' | 'signed-out' | 'somebody') => void): () => void {
  function changed({ key, newValue }: StorageEvent): void {
    if (key !== hintKey) return;
    listener(newValue === null ? 'nobody' : newValue === signedOutMark ? 'signed-out' : 'somebody');
  }
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}
