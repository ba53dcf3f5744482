import { Icon } from '#web/ui/icon.tsx';
import { LogoMark } from '#web/ui/logo.tsx';

import { groupDigits } from './card-art.ts';
import styles from './card-face.module.css';
import { artStyle } from './card-appearance.ts';
import { statusLabel, type Card } from './card-words.ts';

/** Number, expiry and CVV of a card, which only the issuer knows. */
export type CardSecrets = { readonly cardNumber: string; readonly expiry: string; readonly cvv: string };

/** The card as one would hold it. Without `secrets` the full number is not in the page at all. */
export function CardFace({
  card,
  secrets,
}: {
  readonly card: Pick<Card, '_id' | 'name' | 'colour' | 'last4Digits' | 'brand' | 'status' | 'statusReason' | 'expiry'>;
  readonly secrets: CardSecrets | undefined;
}) {
  return (
    <div className={styles.face} style={artStyle(card)} data-status={card.status}>
      <FaceLines />
      <div className={styles.top}>
        <span className={styles.name}>{card.name}</span>
        <span className={styles.mark}>
          <LogoMark size={24} /> Satchel
        </span>
      </div>
      <span className={styles.chip} aria-hidden="true" />
      <Digits card={card} secrets={secrets} />
      <div className={styles.foot}>
        <Fact label="Expires" value={secrets?.expiry ?? card.expiry ?? '••/••'} />
        <Fact label="CVV" value={secrets?.cvv ?? '•••'} hidden={!secrets} />
        <span className={styles.brand}>{card.brand}</span>
      </div>
      {card.status !== 'active' && (
        <span className={styles.veil}>
          <span>
            <Icon name={card.status === 'freezed' ? 'snowflake' : card.status === 'pending' ? 'clock' : 'lock'} />
            {statusLabel(card)}
          </span>
        </span>
      )}
    </div>
  );
}

function Digits({
  card,
  secrets,
}: {
  readonly card: Pick<Card, 'last4Digits'>;
  readonly secrets: CardSecrets | undefined;
}) {
  if (secrets) {
    return (
      <p className={styles.number}>
        {groupDigits(secrets.cardNumber).map((group, at) => (
          <span key={at}>{group}</span>
        ))}
      </p>
    );
  }
  return (
    <p className={styles.number}>
      <span className="visually-hidden">Card number ending in {card.last4Digits}</span>
      {['••••', '••••', '••••', card.last4Digits || '••••'].map((group, at) => (
        <span key={at} aria-hidden="true">
          {group}
        </span>
      ))}
    </p>
  );
}

function Fact({
  label,
  value,
  hidden = false,
}: {
  readonly label: string;
  readonly value: string;
  readonly hidden?: boolean;
}) {
  return (
    <span className={styles.fact}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value} aria-hidden={hidden || undefined}>
        {value}
      </span>
      {hidden && <span className="visually-hidden">hidden</span>}
    </span>
  );
}

/** Fine lines like those of a banknote, turned by the card's own angle. */
function FaceLines() {
  return (
    <svg className={styles.lines} viewBox="0 0 400 252" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g>
        {Array.from({ length: 11 }, (_, at) => (
          <ellipse key={at} cx="330" cy="40" rx={60 + at * 34} ry={34 + at * 26} />
        ))}
      </g>
    </svg>
  );
}
