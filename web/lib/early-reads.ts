declare global {
  /**
   * Replies by address; undefined where none came, or nobody was signed in to read for (web/build/page-preloads.ts).
   */
  var earlyReads: Record<string, Promise<Response | undefined>> | undefined;
}

/** Maximum age of an early read, in milliseconds since the document began; an older one is read again. */
const freshForMs = 10_000;

/** Takes a reply that the document began to read before the app was there: each once, and only while it is fresh. */
export function takeEarlyRead(address: string): Promise<Response | undefined> | undefined {
  const early = globalThis.earlyReads;
  const read = early?.[address];
  if (early === undefined || read === undefined) return undefined;
  delete early[address];
  if (performance.now() >= freshForMs) return undefined;
  return address === frameRead ? read : read.then(afterPaint);
}

/** Address of the read that the frame is drawn from. */
const frameRead = '/api/user';

/** Maximum wait for a paint, in milliseconds: a page in the background is not painted. */
const paintWaitMs = 100;

/**
 * Returns the reply once the frame is painted, so that its lists are drawn later: two short tasks instead of a long one
 * that shows nothing.
 */
async function afterPaint<T>(reply: T): Promise<T> {
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => void setTimeout(resolve));
    setTimeout(resolve, paintWaitMs);
  });
  return reply;
}

/** Forgets the early reads: after a change, or once another person has signed in, they may be wrong. */
export function dropEarlyReads(): void {
  globalThis.earlyReads = undefined;
}
