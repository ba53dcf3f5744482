import { useState, useSyncExternalStore } from 'react';
import { lastBalances } from '#web/lib/last-balances.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import styles from './app-status.module.css';
import { offlineWords } from './status-words.ts';
import { useAfterLoad } from './use-after-load.ts';
import { useKeptBalances } from './use-kept-balances.ts';
import { useNewVersion } from './use-new-version.ts';

const LazyServiceStatus = lazyPart(() => import('./service-status.tsx').then((m) => m.ServiceStatus));

function onConnection(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Says at the foot of the screen that there is no connection, and that a new version is ready. Keeps the last balances. */
export function AppStatus() {
  useKeptBalances();
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine);
  // Fetched later than this bar, so that no service status belongs to the page's first load.
  const isAfterLoad = useAfterLoad();
  const isNew = useNewVersion();
  const [isLater, setLater] = useState(false);
  return (
    <div className={styles.bars} role="status">
      {!isOnline && (
        <div className={styles.bar} data-tone="warning">
          <Icon name="alert" size={18} />
          <p>{offlineWords(lastBalances()?.readAtMs)}</p>
        </div>
      )}
      {isOnline && isAfterLoad && <LazyServiceStatus />}
      {isOnline && isNew && !isLater && (
        <div className={styles.bar}>
          <Icon name="info" size={18} />
          <p>A new version is ready.</p>
          <Button size="sm" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <Button
            size="sm"
            variant="ghost"
            icon={<Icon name="close" size={18} />}
            aria-label="Later"
            onClick={() => setLater(true)}
          />
        </div>
      )}
    </div>
  );
}
