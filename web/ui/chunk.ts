import type { ComponentType } from 'react';

const pauseMs = 2000;

/** A component in a chunk of its own. `loaded` returns undefined until it is here; `fetch` rejects without a connection. */
export type Chunk<Props extends object> = {
  readonly loaded: () => ComponentType<Props> | undefined;
  readonly fetch: () => Promise<ComponentType<Props>>;
};

/** Fetches a component once, and again after a failure. */
export function chunkOf<Props extends object>(load: () => Promise<ComponentType<Props>>): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  return {
    loaded: () => loaded,
    fetch: () =>
      (loading ??= load().then(
        (component) => (loaded = component),
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      )),
  };
}

/**
 * Fetches a part of the app until that succeeds: a lost connection comes back, and the screen stays as it is meanwhile.
 * The toasts say that it takes longer.
 */
export async function untilFetched<T>(fetchPart: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await fetchPart();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      // The loader never fetches a stylesheet twice, even after a failure: a new link does.
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
        if (!link.sheet) link.replaceWith(link.cloneNode());
    }
  }
}
