import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** False at build time and while a prerendered page comes alive; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
