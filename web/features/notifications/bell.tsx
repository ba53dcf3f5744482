import { useEffect, useRef } from 'react';

import { Link } from '#web/navigation/router.tsx';

import { limits } from '#shared/limits.ts';
import { paths } from '#web/navigation/paths.ts';
import { preloadPageAt } from '#web/navigation/preload-page.ts';
import { refresh, useRead } from '#web/lib/use-api.ts';
import { Icon } from '#web/ui/icon.tsx';

import styles from './bell.module.css';

/** Interval at which the number of unread notifications is read while the page is visible, in milliseconds. */
const refreshedEveryMs = 60_000;

/** The link to the notifications with the number of unread ones. When it rises, the balance may be another. */
export function Bell() {
  const { data } = useRead('notifications.unread', {}, { refreshInterval: refreshedEveryMs });
  const unread = data?.unread ?? 0;
  const before = useRef(data?.unread);
  useEffect(() => {
    if (unread > (before.current ?? Infinity)) void refresh(['user.read']);
    before.current = data?.unread;
  }, [data, unread]);
  const max = limits.notificationsUnreadMax;
  const shown = unread >= max ? `${max - 1}+` : String(unread);
  return (
    <Link
      to={paths.notifications}
      className={styles.bell}
      aria-label={unread === 0 ? 'Open notifications' : `Open notifications, ${shown} unread`}
      onPointerEnter={() => void preloadPageAt(paths.notifications)}
      onFocus={() => void preloadPageAt(paths.notifications)}
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {shown}
        </span>
      )}
    </Link>
  );
}
