import { coins, type Coin } from '#shared/catalogue.ts';
import { coinSpriteUrl } from 'virtual:coin-sprite';

import styles from './coin-grid.module.css';

const codes = Object.keys(coins) as Coin[];

/** Step 1: the 20 coins in four columns. */
export function CoinGrid({
  chosen,
  onChoose,
}: {
  readonly chosen: Coin | undefined;
  readonly onChoose: (coin: Coin) => void;
}) {
  return (
    <ul className={styles.grid} aria-label="Coins">
      {codes.map((coin) => (
        <li key={coin}>
          <button type="button" className={styles.coin} aria-pressed={chosen === coin} onClick={() => onChoose(coin)}>
            <CoinIcon coin={coin} size={32} />
            <span className={styles.code}>{coin}</span>
            <span className={styles.name}>{coins[coin].name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A coin's picture, from the one sprite. Decorative: its name or code stands beside it. */
function CoinIcon({ coin, size = 32 }: { coin: Coin; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${coinSpriteUrl}#${coin}`} />
    </svg>
  );
}
