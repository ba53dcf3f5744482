import { useSyncExternalStore } from 'react';

const open: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Notes a dialog as open. Returns a function that notes it as closed. */
export function noteOpenDialog(dialog: HTMLDialogElement): () => void {
  open.push(dialog);
  notify();
  return () => {
    const place = open.indexOf(dialog);
    if (place >= 0) open.splice(place, 1);
    notify();
  };
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The topmost open dialog: everything outside it is inert, so what must stay usable is drawn into it. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useSyncExternalStore(
    listen,
    () => open.at(-1),
    () => undefined,
  );
}
