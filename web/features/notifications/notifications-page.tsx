import { useEffect, useState } from 'react';
import { Link } from '#web/navigation/router.tsx';

import { paths } from '#web/navigation/paths.ts';
import { call } from '#web/lib/api.ts';
import { seedRead } from '#web/lib/use-api.ts';
import { useList, type RowOf } from '#web/lib/use-list.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';

import { byDay } from './by-day.ts';
import styles from './notifications-page.module.css';

const refreshedEveryMs = 30_000;

type Notification = RowOf<'notifications.list'>;

/** /notifications: all notifications by day, newest first. Seeing them marks them as read. */
export function NotificationsPage() {
  const list = useList('notifications.list', {}, { refreshInterval: refreshedEveryMs });
  const fresh = useMarkedRead(list);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>Notifications</h1>
        <LinkButton to={`${paths.profileSettings}#emails`} variant="secondary" size="sm">
          Choose emails
        </LinkButton>
      </div>
      <Panel busy={!list.rows && !list.error}>
        {!list.rows &&
          (list.error ? <LoadFailure error={list.error} onRetry={list.retry} /> : <Skeleton height={240} />)}
        {list.rows?.length === 0 && (
          <EmptyState
            icon="bell"
            title="No notifications yet"
            text="Deposits, purchases and changes to your cards appear here."
          />
        )}
        {list.rows &&
          byDay(list.rows).map(([day, rows]) => (
            <section key={day} aria-label={day}>
              <h2 className={styles.day}>{day}</h2>
              <ul className={styles.rows}>
                {rows.map((each) => (
                  <Row key={each._id} notification={each} isNew={fresh.has(each._id)} />
                ))}
              </ul>
            </section>
          ))}
        {list.hasMore && (
          <div className={styles.more}>
            <Button variant="secondary" busy={list.isSearching} onClick={list.needMore}>
              Show older
            </Button>
          </div>
        )}
      </Panel>
    </div>
  );
}

function Row({ notification, isNew }: { readonly notification: Notification; readonly isNew: boolean }) {
  const { title, body, link, createdAt } = notification;
  return (
    <li className={styles.row} data-new={isNew || undefined}>
      <p className={styles.title}>
        {isNew && <span className="visually-hidden">New: </span>}
        {link === null ? title : <Link to={link}>{title}</Link>}
      </p>
      <p className={styles.time}>
        <Time iso={createdAt} />
      </p>
      <p className={styles.body}>{body}</p>
    </li>
  );
}

/** Marks everything that is shown as read. Returns the ids that were unread when they came into view. */
function useMarkedRead({
  rows,
  mutate,
}: Pick<ReturnType<typeof useList<'notifications.list'>>, 'rows' | 'mutate'>): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const unread = rows?.filter(({ readAt }) => readAt === null).map(({ _id }) => _id);
  const newest = unread?.[0];
  useEffect(() => {
    if (newest === undefined) return;
    setFresh((before) => new Set([...before, ...(unread ?? [])]));
    call('notifications.read', { body: { through: newest } })
      .then((reply) => {
        void seedRead('notifications.unread', {}, reply);
        // The next visit shows the kept list first.
        const readAt = new Date().toISOString();
        const marked = (row: Notification) => (unread?.includes(row._id) ? { ...row, readAt } : row);
        void mutate((kept) => kept && { ...kept, rows: kept.rows.map(marked) }, { revalidate: false });
      })
      // They stay unread, and the next visit marks them.
      .catch(() => undefined);
    // The newest unread one stands for all of them.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [newest]);
  return fresh;
}
