import type { Cents } from '#shared/money.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { Time } from '#web/ui/time.tsx';

import { isCredit, signedAmount, typeLabel, type Card, type CardTransaction } from './card-words.ts';
import { declineWords, fixFor, isWorthFixing } from './decline-fix.ts';
import styles from './history-row.module.css';
import { MerchantMark } from './merchant-mark.tsx';

/** The actions of the row's buttons. */
export type HistoryActions = {
  readonly onUnfreeze: () => void;
  readonly onLoad: (amountCents: Cents) => void;
};

/** One transaction: who, what, when, how much; and, when it was declined, why and what to do now. */
export function HistoryRow({
  transaction,
  card,
  onUnfreeze,
  onLoad,
  onReport,
}: {
  readonly transaction: CardTransaction;
  readonly card: Card;
  readonly onReport: (payment: CardTransaction) => void;
} & HistoryActions) {
  const { enriched_data: merchant, status } = transaction;
  const kinds = [merchant.transaction_category, merchant.transaction_group].filter(Boolean).join(' · ');
  const tone = status === 'settled' ? (isCredit(transaction) ? 'credit' : 'debit') : 'none';
  return (
    <li className={styles.row}>
      <MerchantMark
        name={merchant.merchant_name || transaction.description}
        logo={merchant.merchant_logo}
        sign={signs[transaction.kind]}
      />
      <div className={styles.what}>
        <p className={styles.description}>{transaction.description}</p>
        <p className={styles.meta}>
          <Time iso={transaction.transaction_date} />
          {kinds && ` · ${kinds}`}
        </p>
        {transaction.reference && (
          <button type="button" className={styles.report} onClick={() => onReport(transaction)}>
            Report a problem<span className="visually-hidden"> {transaction.description}</span>
          </button>
        )}
      </div>
      <p className={styles.amount} data-tone={tone}>
        {signedAmount(transaction)}
      </p>
      <div className={styles.badges}>
        {merchant.is_recurring && (
          <Badge tone="indigo">
            <Icon name="repeat" size={12} /> <span className={styles.word}>Recurring</span>
          </Badge>
        )}
        <Badge tone={toneOf(transaction)}>{typeLabel(transaction)}</Badge>
      </div>
      {status === 'declined' && (
        <Decline transaction={transaction} card={card} onUnfreeze={onUnfreeze} onLoad={onLoad} />
      )}
    </li>
  );
}

/** The signs of lines without a merchant. */
const signs: Partial<Record<CardTransaction['kind'], IconName>> = {
  load: 'plus',
  creation: 'card',
  withdrawal: 'arrow-down-left',
  closing: 'arrow-down-left',
  fee: 'receipt',
};

function toneOf(transaction: CardTransaction): BadgeTone {
  if (transaction.status === 'declined') return 'red';
  if (transaction.status === 'reversed') return 'gray';
  return isCredit(transaction) ? 'green' : 'blue';
}

function Decline({
  transaction,
  card,
  onUnfreeze,
  onLoad,
}: { readonly transaction: CardTransaction; readonly card: Card } & HistoryActions) {
  const fix = isWorthFixing(transaction) && card.status !== 'deleted' ? fixFor(transaction, card) : undefined;
  return (
    <div className={styles.decline}>
      <p>
        {declineWords(transaction)} Nothing was charged. {fix?.kind === 'advice' && fix.text}
      </p>
      {fix?.kind === 'unfreeze' && (
        <Button size="sm" variant="secondary" icon={<Icon name="bolt" size={16} />} onClick={onUnfreeze}>
          Unfreeze
        </Button>
      )}
      {fix?.kind === 'load' && (
        <Button
          size="sm"
          variant="secondary"
          icon={<Icon name="plus" size={16} />}
          disabled={card.status !== 'active'}
          onClick={() => onLoad(fix.amountCents)}
        >
          {fix.label}
        </Button>
      )}
    </div>
  );
}
