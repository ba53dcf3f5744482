import { formatCents } from '#shared/money.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import type { Card } from './card-words.ts';
import styles from './load-progress.module.css';
import type { Operation } from './use-operation.ts';

/**
 * What is on its way to or from the card. After a reload nobody remembers the operation, but the card still says what is
 * held, so the line is there until the issuer has confirmed.
 */
export function LoadProgress({ card, operation }: { readonly card: Card; readonly operation: Operation | undefined }) {
  return (
    <div role="status" className={styles.progress}>
      <Line card={card} operation={operation} />
    </div>
  );
}

function Line({ card, operation }: { readonly card: Card; readonly operation: Operation | undefined }) {
  if (operation?.status === 'failed') {
    return (
      <Notice tone="danger" title="The card was not loaded">
        <p>{operation.reason ?? 'The card issuer refused it.'} The money is back in your balance.</p>
      </Notice>
    );
  }
  if (operation?.status === 'review') {
    return (
      <Notice tone="warning" title={`${formatCents(operation.amount)} is being checked`}>
        <p>{operation.reason ?? 'A person looks at this load.'} The money stays set aside until that is done.</p>
      </Notice>
    );
  }
  if (operation?.status === 'completed' && operation.kind === 'card_load') {
    return <Notice tone="success" title={`${formatCents(operation.amount)} is on the card`} />;
  }
  if (card.status === 'pending') {
    return <Waiting title="Your card is being created…" text="This usually takes a few seconds." />;
  }
  if (card.held === 0 && operation?.status !== 'pending') return null;
  const amount = operation?.status === 'pending' ? operation.amount : Math.abs(card.held);
  return (
    <Waiting
      title={`Loading ${formatCents(amount)}…`}
      text={`${operation?.reason ?? 'The card issuer is confirming it.'} You can leave this page: it goes on without you.`}
    />
  );
}

function Waiting({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className={styles.waiting}>
      <Spinner />
      <div>
        <p className={styles.title}>{title}</p>
        <p>{text}</p>
      </div>
    </div>
  );
}
