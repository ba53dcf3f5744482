import { useSyncExternalStore, type CSSProperties } from 'react';

import { artOf, givenHue, hues, type HueName } from './card-art.ts';

const keyOf = (cardId: string): string => `satchel.card-colour.${cardId}`;
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of this browser may choose too.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The colour that was chosen for a card on this device, or the one it was given. */
export function readHue(cardId: string): HueName {
  try {
    const chosen = localStorage.getItem(keyOf(cardId));
    if (chosen !== null && Object.hasOwn(hues, chosen)) return chosen as HueName;
  } catch {
    // Without storage every card keeps the colour that it was given.
  }
  return givenHue(cardId);
}

/** Chooses a card's colour, for this device. */
export function chooseHue(cardId: string, hue: HueName): void {
  try {
    localStorage.setItem(keyOf(cardId), hue);
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

/** A card's colour, live. */
export function useHue(cardId: string): HueName {
  return useSyncExternalStore(listen, () => readHue(cardId));
}

/** The custom properties that colour everything drawn of a card. */
export function useArtStyle(cardId: string): CSSProperties {
  const art = artOf(cardId, useHue(cardId));
  return {
    '--card-from': art.from,
    '--card-to': art.to,
    '--card-glow': art.glow,
    '--card-turn': `${art.turn}deg`,
  } as CSSProperties;
}
