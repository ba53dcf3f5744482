import { networks, networksOf, type Coin, type Network } from '#shared/catalogue.ts';
import { Notice } from '#web/ui/notice.tsx';

import { usualWait } from './network-facts.ts';
import styles from './network-choice.module.css';

/** Which network a coin is sent on, in full words, with the warning that matters most before the address. */
export function NetworkChoice({
  coin,
  network,
  onChoose,
}: {
  readonly coin: Coin;
  readonly network: Network;
  readonly onChoose: (network: Network) => void;
}) {
  return (
    <>
      <fieldset className={styles.choice}>
        <legend className={styles.legend}>Network</legend>
        <div className={styles.options}>
          {networksOf(coin).map((option) => (
            <label key={option} className={styles.option}>
              <input
                type="radio"
                name="network"
                value={option}
                checked={option === network}
                onChange={() => onChoose(option)}
              />
              <span>{networks[option]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Notice tone="warning" title={`Send only ${coin} on ${networks[network]}`}>
        <p>Another coin, or {coin} on another network, may be lost for good. Choose the same network in your wallet.</p>
        <p>
          Payments on {networks[network]} usually take {usualWait(network)}.
        </p>
      </Notice>
    </>
  );
}
