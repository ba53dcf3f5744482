import type { CSSProperties } from 'react';

import { artOf } from './card-art.ts';
import type { Card } from './card-words.ts';

/** The custom properties that colour everything drawn of a card. */
export function artStyle({ _id, colour }: Pick<Card, '_id' | 'colour'>): CSSProperties {
  const art = artOf(_id, colour ?? undefined);
  return {
    '--card-from': art.from,
    '--card-to': art.to,
    '--card-glow': art.glow,
    '--card-turn': `${art.turn}deg`,
  } as CSSProperties;
}
