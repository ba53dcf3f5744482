import type { LoadQuote } from '#shared/load-fee.ts';
import { Money } from '#web/ui/money.tsx';

import styles from './load-sums.module.css';

/** You pay, the fee, the card gets: in that order, as it is typed. */
export function LoadSums({ quote }: { readonly quote: LoadQuote | undefined }) {
  return (
    <dl className={styles.sums}>
      <div>
        <dt>You pay</dt>
        <dd>{quote ? <Money cents={quote.totalCents} /> : '–'}</dd>
      </div>
      <div>
        <dt>
          Fee <span className={styles.rule}>3% + $1</span>
        </dt>
        <dd>{quote ? <Money cents={quote.feeCents} /> : '–'}</dd>
      </div>
      <div className={styles.gets}>
        <dt>The card gets</dt>
        <dd>{quote ? <Money cents={quote.amountCents} /> : '–'}</dd>
      </div>
    </dl>
  );
}
