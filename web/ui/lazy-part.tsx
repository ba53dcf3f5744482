import { createElement, useEffect, useState, type ComponentType } from 'react';
import { chunkOf, untilFetched } from './chunk.ts';

/** A part of a page in a chunk of its own, which can be fetched before it is wanted. */
export type LazyPart<Props extends object> = ComponentType<Props> & { readonly preload: () => void };

/**
 * A dialog, or anything else that appears on a click, loaded when it is first shown or hovered. Shows nothing until it is
 * here instead of suspending: React would hold a suspended part back for 300 ms. Without a connection it appears when
 * there is one again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const chunk = chunkOf(load);
  function Part(props: Props) {
    const [Shown, setShown] = useState(chunk.loaded);
    useEffect(() => {
      let wanted = true;
      if (!Shown) {
        void untilFetched(chunk.fetch).then((component) => wanted && setShown(() => component));
      }
      return () => {
        wanted = false;
      };
    }, [Shown]);
    return Shown ? createElement(Shown, props) : null;
  }
  return Object.assign(Part, { preload: () => void chunk.fetch().catch(() => undefined) });
}
