/**
 * Asks again until the answer is there, and returns it; a failure shows the error of the last try. It is patient, so
 * that only an answer that never comes fails, and not a busy machine.
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
