import { createElement, lazy, useState, type ComponentType } from 'react';
import { untilFetched } from '#web/ui/until-fetched.ts';

/** A component in a chunk of its own, which can be fetched before it is shown. */
export type Preloadable<Props extends object = object> = ComponentType<Props> & {
  readonly preload: () => Promise<void>;
};

/**
 * Like `lazy`, but a page whose chunk is here renders at once: React holds back every suspended route by 300 ms, even
 * one that suspends for a microtask.
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Preloadable<Props> {
  let loaded: ComponentType<Props> | undefined;
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
    await untilFetched(preload);
    return { default: loaded as ComponentType<Props> };
  });
  function Page(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? (Lazy as ComponentType<Props>));
    return createElement(Shown, props);
  }
  return Object.assign(Page, { preload });
}
