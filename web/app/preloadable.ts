import { createElement, lazy, useState, type ComponentType } from 'react';
import { chunkOf, untilFetched } from '#web/ui/chunk.ts';

/** A component in a chunk of its own, which can be fetched before it is shown. */
export type Preloadable<Props extends object = object> = ComponentType<Props> & {
  readonly preload: () => Promise<unknown>;
};

/**
 * Like `lazy`, but a page whose chunk is here renders at once: React holds back every suspended route by 300 ms, even
 * one that suspends for a microtask.
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Preloadable<Props> {
  const chunk = chunkOf(load);
  const Lazy = lazy(async () => ({ default: await untilFetched(chunk.fetch) })) as ComponentType<Props>;
  function Page(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => chunk.loaded() ?? Lazy);
    return createElement(Shown, props);
  }
  return Object.assign(Page, { preload: chunk.fetch });
}
