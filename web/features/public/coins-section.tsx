import { coins, networks, type Coin } from '#shared/catalogue.ts';
import { coinSpriteUrl } from 'virtual:coin-sprite';
import { classNames } from '#web/ui/class-names.ts';
import styles from './landing-page.module.css';

const catalogue = Object.entries(coins) as [Coin, (typeof coins)[Coin]][];

/** The coins that can be deposited, with their networks in full words. */
export function CoinsSection() {
  return (
    <section className={classNames(styles.band, styles.bandTinted)} id="coins" aria-labelledby="coins-title">
      <div className={styles.bandInner}>
        <div className={styles.bandHead}>
          <h2 id="coins-title">Coins supported</h2>
          <p>20 cryptocurrencies on 14 networks. Pay with the one you already hold.</p>
        </div>
        <ul className={styles.coins}>
          {catalogue.map(([code, coin]) => (
            <li key={code}>
              <img src={`${coinSpriteUrl}#view-${code}`} width={36} height={36} alt="" loading="lazy" />
              <div>
                <h3>
                  {coin.name} <span className={styles.coinCode}>{code}</span>
                </h3>
                <p>{coin.networks.map((network) => networks[network]).join(', ')}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
