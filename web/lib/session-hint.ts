/** Set while this browser knows of a session. It is no secret and opens nothing: the session itself is in the cookies. */
const hintKey = 'satchel.signed-in';

/**
 * Whether it is worth asking who is signed in. A guest's browser knows better than to ask on every page; where there is
 * no storage to remember it in, asking is the only way to know.
 */
export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(hintKey) !== null;
  } catch {
    return true;
  }
}

/** What the hint holds for a moment before it goes, so that other tabs learn that its owner pressed Logout. */
const signedOutMark = 'out';

/**
 * Notes that a person is signed in, or that nobody is any more, for all tabs, as the cookies are. `signed-out` is `false` by
 * the person's own wish.
 */
export function noteSession(signedIn: boolean | 'signed-out'): void {
  try {
    if (signedIn === true) return localStorage.setItem(hintKey, '');
    if (signedIn) localStorage.setItem(hintKey, signedOutMark);
    localStorage.removeItem(hintKey);
  } catch {
    // Without storage guests' pages ask every time.
  }
}

/** Calls `listener` when another tab notes that nobody is signed in any more. Returns how to stop that. */
export function onHintChange(listener: (signedOut: boolean) => void): () => void {
  function changed({ key, newValue }: StorageEvent): void {
    if (key === hintKey && newValue !== '') listener(newValue === signedOutMark);
  }
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}
