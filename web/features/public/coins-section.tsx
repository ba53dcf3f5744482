import { coins, networks, type Coin } from '#shared/catalogue.ts';
import { coinSpriteUrl } from 'virtual:coin-sprite';

const catalogue = Object.entries(coins) as [Coin, (typeof coins)[Coin]][];

/** The coins that can be deposited, with their networks in full words. */
export function CoinsSection() {
  return (
    <section className="band band-tinted" id="coins" aria-labelledby="coins-title">
      <div className="band-inner">
        <div className="band-head">
          <h2 id="coins-title">Coins supported</h2>
          <p>20 cryptocurrencies on 14 networks. Pay with the one you already hold.</p>
        </div>
        <ul className="coins">
          {catalogue.map(([code, coin]) => (
            <li key={code}>
              <img src={`${coinSpriteUrl}#view-${code}`} width={36} height={36} alt="" loading="lazy" />
              <div>
                <h3>
                  {coin.name} <span className="coin-code">{code}</span>
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
