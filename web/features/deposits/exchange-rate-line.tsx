import type { Coin } from '#shared/catalogue.ts';
import type { Cents } from '#shared/money.ts';
import { useRead } from '#web/lib/use-api.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

import { coinsFor, formatRate, groupThousands } from './decimal.ts';
import styles from './exchange-rate-line.module.css';

const refreshedEveryMs = 30_000;

/** The price of a coin now, and the amount in it. Read again every 30 seconds. */
export function ExchangeRateLine({ coin, amount }: { readonly coin: Coin; readonly amount: Cents | undefined }) {
  const { data, error } = useRead(
    'transactions.exchange-rate',
    { params: { currency: coin } },
    { refreshInterval: refreshedEveryMs },
  );
  if (!data && error) {
    return (
      <p className={styles.box}>The rate isn’t available right now. You’ll see the exact amount in the next step.</p>
    );
  }
  if (!data) {
    return (
      <div className={styles.box} aria-busy="true">
        <Skeleton width="12rem" />
        <Skeleton width="9rem" />
      </div>
    );
  }
  const inCoins = amount === undefined ? undefined : coinsFor(amount, data.course);
  return (
    <dl className={styles.box}>
      <div className={styles.line}>
        <dt>Exchange rate</dt>
        <dd>
          1 {coin} = {formatRate(data.course)} <span className={styles.live}>live</span>
        </dd>
      </div>
      <div className={styles.line}>
        <dt>You send about</dt>
        <dd className={styles.total}>{inCoins === undefined ? '–' : `${groupThousands(inCoins)} ${coin}`}</dd>
      </div>
    </dl>
  );
}
