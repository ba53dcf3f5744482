import { Link } from '#web/navigation/router.tsx';

import { useList } from '#web/lib/use-list.ts';
import { href, paths } from '#web/navigation/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';

import { caseBadge, reasonNames, type Case } from './case-words.ts';
import styles from './cases.module.css';

/** /cases: the payments that the cardholder reported, newest first. */
export function CasesPage() {
  const { rows, error, retry, hasMore, isSearching, needMore } = useList('cases.list', {});
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>Reported payments</h1>
        <LinkButton to={paths.activity} variant="secondary" size="sm">
          Activity
        </LinkButton>
      </div>
      <Panel busy={(!rows && !error) || undefined}>
        {!rows && (error ? <LoadFailure error={error} onRetry={retry} /> : <Skeleton height={160} />)}
        {rows?.length === 0 && (
          <EmptyState icon="receipt" title="Nothing reported" text="To report a payment, open it in your activity." />
        )}
        {rows && rows.length > 0 && (
          <ul className={styles.rows} aria-label="Reported payments">
            {rows.map((each) => (
              <Row key={each._id} found={each} />
            ))}
          </ul>
        )}
        {hasMore && (
          <Button variant="secondary" busy={isSearching} onClick={needMore}>
            Show older
          </Button>
        )}
      </Panel>
    </div>
  );
}

function Row({ found }: { readonly found: Case }) {
  const badge = caseBadge(found.state);
  return (
    <li className={styles.row}>
      <p className={styles.name}>
        <Link to={href.case(found._id)}>{found.merchant}</Link>
      </p>
      <p className={styles.end}>
        <Money cents={found.amount} />
      </p>
      <p className="muted">
        {reasonNames[found.reason]} · <Time iso={found.createdAt} />
      </p>
      <p className={styles.end}>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
    </li>
  );
}
