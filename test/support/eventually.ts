/**
 * Repeats `ask` until it succeeds, and returns its result. Throws the error of the last try after `withinMs`, which is
 * long so that a busy machine does not fail.
 */
export async function eventually<T>(ask: () => Promise<T>, withinMs = 60_000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
