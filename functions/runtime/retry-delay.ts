/** Delay before a message that failed once is delivered again, in seconds. */
const firstSeconds = 30;

/** Maximum delay before a failed message is delivered again, in seconds: how late work resumes after an outage. */
const lastSeconds = 900;

/**
 * Returns the delay before a message that has failed `receives` times is delivered again, in seconds. It doubles with
 * each failure.
 */
export function retryDelaySeconds(receives: number): number {
  return Math.min(lastSeconds, firstSeconds * 2 ** (Math.max(1, receives) - 1));
}
