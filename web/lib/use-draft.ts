import { useEffect, useRef, useState } from 'react';
import { keepInTab, keptInTab } from './kept-in-tab.ts';

/** Time to live of a draft, in milliseconds. */
const draftLifetimeMs = 30 * 60_000;

/** The drafts on the screen: name → function that reads the text. */
const shown = new Map<string, () => string>();

function nameOf(name: string): string {
  return `draft.${name}`;
}

function takeDraft(name: string): string | undefined {
  const kept = keptInTab(nameOf(name));
  if (!Array.isArray(kept)) return undefined;
  const [text, keptAtMs] = kept as [unknown, unknown];
  return typeof text === 'string' && Date.now() - Number(keptAtMs) < draftLifetimeMs ? text : undefined;
}

/** Keeps what is typed on the screen, for the next time that the same fields are shown in this tab. */
function keepShown(): void {
  for (const [name, read] of shown) keepInTab(nameOf(name), read() === '' ? undefined : [read(), Date.now()]);
}

/** Keeps what is typed, even after its fields go away: for a session that has ended. */
export function keepDrafts(): void {
  keepShown();
  shown.clear();
}

/**
 * Typed text that comes back after a reload or a new sign-in of the same person in this tab; a dialog that is closed
 * forgets it. Never for a PIN, a password or a code.
 */
export function useDraft(name: string, initial = ''): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => takeDraft(name) ?? initial);
  // Text that is still as it was at first is not kept: it may change elsewhere meanwhile.
  const latest = useRef('');
  useEffect(() => {
    latest.current = text === initial ? '' : text;
  });
  useEffect(() => {
    const read = (): string => latest.current;
    shown.set(name, read);
    window.addEventListener('pagehide', keepShown);
    return () => {
      if (shown.get(name) !== read) return;
      shown.delete(name);
      keepInTab(nameOf(name), undefined);
    };
  }, [name]);
  return [text, setText];
}
