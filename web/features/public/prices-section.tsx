import { Icon } from '#web/ui/icon.tsx';
import { classNames } from '#web/ui/class-names.ts';
import styles from './landing-page.module.css';
import { Price } from './price.tsx';

const prices = [
  {
    what: 'Create a card',
    price: <Price of="card" />,
    note: (
      <>
        <Price of="fee" /> once, and <Price of="first" /> that is on the card to spend
      </>
    ),
  },
  { what: 'Load a card', price: <Price of="load" />, note: 'charged once, when you load' },
  { what: 'Withdraw to your balance', price: 'Free', note: 'at least $1 stays on the card for its monthly cost' },
  { what: 'Pay in another currency', price: 'Free', note: 'no FX fees' },
] as const;

/** All prices, and the features that do not exist yet. */
export function PricesSection() {
  return (
    <section className={styles.band} id="prices" aria-labelledby="prices-title">
      <div className={classNames(styles.bandInner, styles.columns)}>
        <div className={styles.bandHead}>
          <h2 id="prices-title">What it costs</h2>
          <p>Every fee is shown before you confirm, to the cent.</p>
          <p className={styles.pricesHonest}>
            <Icon name="info" size={18} />
            Apple Pay and Google Pay are not supported yet.
          </p>
        </div>
        <dl className={styles.prices}>
          {prices.map((line) => (
            <div key={line.what}>
              <dt>
                {line.what}
                <span>{line.note}</span>
              </dt>
              <dd className="num">{line.price}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
