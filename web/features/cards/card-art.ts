import type { CardColour } from '#shared/contract/cards.ts';

/** The colours of a card's face. */
export type CardArt = { readonly from: string; readonly to: string; readonly glow: string; readonly turn: number };

/** Hashes a text with FNV-1a, so that the same card has the same face on every device. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}

/** Hues that look good under white text at one lightness, in the order in which they are offered. */
export const hues: Readonly<Record<CardColour, number>> = {
  indigo: 278,
  teal: 195,
  plum: 325,
  forest: 158,
  rust: 38,
  ocean: 236,
  slate: 258,
  wine: 8,
};

/** The colours of `hues`, in the same order. */
export const colours = Object.keys(hues) as CardColour[];

/** The colour that a card has until another one is chosen. */
export function givenColour(cardId: string): CardColour {
  return colours[hash(cardId) % colours.length] ?? 'indigo';
}

/** Derives a card's face from its id and colour. Dark enough for white text everywhere (contrast above 4.5:1). */
export function artOf(cardId: string, colour: CardColour = givenColour(cardId)): CardArt {
  const seed = hash(cardId);
  const hue = hues[colour];
  const drift = 24 + ((seed >>> 8) % 22);
  return {
    from: `oklch(0.44 0.13 ${hue})`,
    to: `oklch(0.25 0.075 ${(hue + drift) % 360})`,
    glow: `oklch(0.62 0.15 ${(hue + 360 - drift) % 360})`,
    turn: (seed >>> 16) % 360,
  };
}

/** Splits a card's number into groups of four digits. */
export function groupDigits(digits: string): readonly string[] {
  return digits.replaceAll(/\D/g, '').match(/.{1,4}/g) ?? [];
}

/** Derives a hue from a name, for marks that have no picture. */
export function hueOf(name: string): number {
  return hash(name.toLowerCase()) % 360;
}
