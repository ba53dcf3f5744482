/**
 * Asks again until the answer is there, and answers it; what the last try threw is what a reader then sees. Patient, so that
 * only what never comes fails, and not what a busy machine is slow with.
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
