declare global {
  /** By address; undefined when there was no answer or nobody signed in to read it for (web/build/page-preloads.ts). */
  var earlyReads: Record<string, Promise<Response | undefined>> | undefined;
}

/** Maximum age of an early read that is used, in milliseconds since the document began; later it is read again. */
const freshForMs = 10_000;

/** Takes what the document began to read before the app was there: each answer once, and only while it is fresh. */
export function takeEarlyRead(address: string): Promise<Response | undefined> | undefined {
  const early = globalThis.earlyReads;
  const read = early?.[address];
  if (early === undefined || read === undefined) return undefined;
  delete early[address];
  if (performance.now() >= freshForMs) return undefined;
  return address === frameRead ? read : read.then(afterPaint);
}

/** Reads that the frame is drawn from. */
const frameRead = '/api/user';

/** Delay for a page in the background, which is not painted, in milliseconds. */
const paintWaitMs = 100;

/** The frame is painted before the lists in it are drawn: two short tasks instead of a long one that shows nothing. */
async function afterPaint<T>(reply: T): Promise<T> {
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => void setTimeout(resolve));
    setTimeout(resolve, paintWaitMs);
  });
  return reply;
}

/** Forgets them: after a change, or once another person has signed in, they may be wrong. */
export function dropEarlyReads(): void {
  globalThis.earlyReads = undefined;
}
