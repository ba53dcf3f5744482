import { createElement, lazy, useState, type ComponentType } from 'react';

/** A page in a chunk of its own, which can be fetched before it is shown. */
export type Preloadable = ComponentType & { readonly preload: () => Promise<void> };

/**
 * Like `lazy`, but a page whose chunk is here renders at once: React holds back every suspended route by 300 ms, even
 * one that suspends for a microtask.
 */
export function preloadable(load: () => Promise<ComponentType>): Preloadable {
  let loaded: ComponentType | undefined;
  let loading: Promise<void> | undefined;
  const preload = (): Promise<void> => {
    loading ??= load().then(
      (component) => {
        loaded = component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const Lazy = lazy(async () => {
    await preload();
    return { default: loaded as ComponentType };
  });
  function Page() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return createElement(Shown);
  }
  return Object.assign(Page, { preload });
}
