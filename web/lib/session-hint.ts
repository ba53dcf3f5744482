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

/** Notes that somebody is signed in, or that nobody is any more; for all tabs, as the cookies are. */
export function noteSession(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(hintKey, '');
    else localStorage.removeItem(hintKey);
  } catch {
    // Without storage guests' pages ask every time.
  }
}
