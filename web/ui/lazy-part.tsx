import { createElement, useEffect, useState, type ComponentType } from 'react';
import { untilFetched } from './until-fetched.ts';

/** A part of a page in a chunk of its own, which can be fetched before it is wanted. */
export type LazyPart<Props extends object> = ComponentType<Props> & { readonly preload: () => void };

/**
 * A dialog, or anything else that appears on a click, loaded when it is first shown or hovered. Shows nothing until it is
 * here instead of suspending: React would hold a suspended part back for 300 ms. Without a connection it appears when
 * there is one again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  function fetchOnce(): Promise<ComponentType<Props>> {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }
  function Part(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | undefined>(() => loaded);
    useEffect(() => {
      let wanted = true;
      if (!Shown) {
        void untilFetched(fetchOnce).then((component) => wanted && setShown(() => component));
      }
      return () => {
        wanted = false;
      };
    }, [Shown]);
    return Shown ? createElement(Shown, props) : null;
  }
  return Object.assign(Part, { preload: () => void fetchOnce().catch(() => undefined) });
}
