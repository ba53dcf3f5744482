const pauseMs = 2000;

/**
 * Fetches a part of the app however often it takes: a connection that was lost comes back, and what is on the screen
 * stays there meanwhile. The toasts say that it takes longer.
 */
export async function untilFetched<T>(fetchPart: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await fetchPart();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      // The loader asks for a stylesheet once, even when that failed.
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
        if (!link.sheet) link.replaceWith(link.cloneNode());
    }
  }
}
