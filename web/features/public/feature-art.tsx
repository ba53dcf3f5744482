import { Icon } from '#web/ui/icon.tsx';
import { classNames } from '#web/ui/class-names.ts';
import styles from './feature-art.module.css';

/** A purchase abroad: two currencies, and nothing between them. */
export function AbroadArt() {
  return (
    <div className={classNames(styles.slip, 'num')}>
      <p>
        <span>Bakery, Lisbon</span>
        <span>€23.10</span>
      </p>
      <p>
        <span>FX fee</span>
        <span>$0.00</span>
      </p>
      <p className={styles.slipSum}>
        <span>From your card</span>
        <span>$24.95</span>
      </p>
    </div>
  );
}

/** A frozen card and its switch. */
export function FreezeArt() {
  return (
    <div className={styles.freezeArt}>
      <MiniCard />
      <span className={styles.freezeSwitch}>
        <Icon name="snowflake" size={16} />
        Frozen
        <i />
      </span>
    </div>
  );
}

/** Four digits, typed. */
export function CodeArt() {
  return (
    <div className={styles.codeArt}>
      <i>•</i>
      <i>•</i>
      <i>•</i>
      <i className={styles.codeCaret} />
    </div>
  );
}

/** Three cards, one behind the other. */
export function CardsArt() {
  return (
    <div className={styles.cardsArt}>
      <MiniCard variant="plum" />
      <MiniCard variant="ink" />
      <MiniCard />
    </div>
  );
}

/** A question and its answer. */
export function SupportArt() {
  return (
    <div className={styles.chatArt}>
      <p>Is my deposit on its way?</p>
      <p>Yes: the network is confirming it.</p>
    </div>
  );
}

const asked = ['Email', 'Wallet addresses', 'Card activity'] as const;
const notAsked = ['Documents', 'Selfies', 'Phone number', 'Home address'] as const;

/** The data that is asked of a person, and the data that is not. */
export function PrivacyArt() {
  return (
    <div className={styles.privacyArt}>
      {asked.map((what) => (
        <span key={what}>
          <Icon name="check" size={16} />
          {what}
        </span>
      ))}
      {notAsked.map((what) => (
        <s key={what}>{what}</s>
      ))}
    </div>
  );
}

const looks = { green: undefined, ink: styles.miniCardInk, plum: styles.miniCardPlum };

function MiniCard({ variant = 'green' }: { variant?: 'green' | 'ink' | 'plum' }) {
  return (
    <span className={classNames(styles.miniCard, looks[variant])}>
      <i />
    </span>
  );
}
