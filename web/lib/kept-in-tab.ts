/**
 * Prefix of the storage keys. Drafts and intents are kept over a reload or a lost session: in this tab, for this
 * person, until the sign-out. Never a PIN, a password or a code.
 */
const prefix = 'satchel.kept.';

let owner: string | undefined;

/** Names the person whose tab this is; undefined at the sign-out, after which nothing more is kept. */
export function keepFor(userId: string | undefined): void {
  owner = userId;
}

/** The user id of the person whose tab this is; undefined while nobody is signed in. */
export function tabOwner(): string | undefined {
  return owner;
}

function storageOf(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    // Without storage nothing outlives the page.
    return undefined;
  }
}

/** Keeps a value under a name; undefined removes it. */
export function keepInTab(name: string, value: unknown): void {
  if (owner === undefined) return;
  const key = `${prefix}${owner}.${name}`;
  try {
    if (value === undefined) storageOf()?.removeItem(key);
    else storageOf()?.setItem(key, JSON.stringify(value));
  } catch {
    // Full storage: as without storage, nothing is kept.
  }
}

/** Returns the value kept under a name for this person. */
export function keptInTab(name: string): unknown {
  if (owner === undefined) return undefined;
  try {
    return JSON.parse(storageOf()?.getItem(`${prefix}${owner}.${name}`) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Removes everything that is kept for this person, and keeps nothing more: at the sign-out. Text that another person
 * typed before in this tab stays for that person.
 */
export function forgetTab(): void {
  const own = `${prefix}${owner ?? ''}`;
  owner = undefined;
  const storage = storageOf();
  for (const key of Object.keys(storage ?? {})) if (key.startsWith(own)) storage?.removeItem(key);
}
