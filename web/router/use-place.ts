import { use } from 'react';
import type { Place } from './place.ts';
import { RouterContext } from './router-context.ts';

/** Where the visitor is. */
export function usePlace(): Place {
  return use(RouterContext).place;
}
