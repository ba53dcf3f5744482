import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import type { Card } from './card-words.ts';
import styles from './operation-progress.module.css';
import { operationNews } from './operation-news.ts';
import type { Operation } from './use-operation.ts';

/**
 * The money on its way to or from the card, and its end. After a reload the card still shows the held amount, so the
 * line is there until the issuer has confirmed.
 */
export function OperationProgress({
  card,
  operation,
}: {
  readonly card: Card;
  readonly operation: Operation | undefined;
}) {
  const news = operationNews(card, operation);
  return (
    <div role="status" className={styles.progress}>
      {news?.tone === 'waiting' && <Waiting title={news.title} text={news.text} />}
      {news && news.tone !== 'waiting' && (
        <Notice tone={news.tone} title={news.title}>
          {news.text !== '' && <p>{news.text}</p>}
        </Notice>
      )}
    </div>
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
