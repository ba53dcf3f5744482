import type { Coin } from '#shared/catalogue.ts';
import { coinSpriteUrl } from 'virtual:coin-sprite';

/** A coin's picture, from the one sprite. Decorative: its name or code stands beside it. */
export function CoinIcon({ coin, size = 32 }: { coin: Coin; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${coinSpriteUrl}#${coin}`} />
    </svg>
  );
}
