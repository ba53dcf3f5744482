import { useEffect, useState } from 'react';
import type { ReplyOf } from '#shared/contract/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './app-status.module.css';
import { statusWords } from './status-words.ts';

/** Interval of reading the status while the page is in view, in milliseconds. */
const readEveryMs = 60_000;

const dismissedKey = 'satchel.status-dismissed';

/** Shows the announcement, or the paused parts, until it is dismissed. A changed text is shown again. */
export function ServiceStatus() {
  const data = useStatus();
  const [dismissed, setDismissed] = useState(readDismissed);
  const words = data && statusWords(data);
  if (words === undefined || words === dismissed) return null;
  const dismiss = (): void => {
    setDismissed(words);
    try {
      localStorage.setItem(dismissedKey, words);
    } catch {
      // Without storage it is dismissed for this page only.
    }
  };
  return (
    <div className={styles.bar} data-tone="warning">
      <Icon name="info" size={18} />
      <p>{words}</p>
      <Button
        size="sm"
        variant="ghost"
        icon={<Icon name="close" size={18} />}
        aria-label="Dismiss announcement"
        onClick={dismiss}
      />
    </div>
  );
}

/** Shows the service status to guests, whose pages have no status bar. */
export function GuestStatus() {
  return (
    <div className={styles.bars} role="status">
      <ServiceStatus />
    </div>
  );
}

/**
 * Reads the service status each minute, with a plain request because guests' pages have no library of reads. A failed
 * read changes nothing: a page that needs the API reports the failure itself.
 */
function useStatus(): ReplyOf<'status.read'> | undefined {
  const [status, setStatus] = useState<ReplyOf<'status.read'>>();
  useEffect(() => {
    let isShown = true;
    const read = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return;
      const response = await fetch('/api/status', { credentials: 'omit', cache: 'no-store' }).catch(() => undefined);
      if (response?.ok !== true) return;
      const reply = (await response.json()) as ReplyOf<'status.read'>;
      if (isShown) setStatus(reply);
    };
    void read();
    const timer = setInterval(() => void read(), readEveryMs);
    const readAgain = (): void => void read();
    document.addEventListener('visibilitychange', readAgain);
    return () => {
      isShown = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', readAgain);
    };
  }, []);
  return status;
}

function readDismissed(): string | undefined {
  try {
    return localStorage.getItem(dismissedKey) ?? undefined;
  } catch {
    return undefined;
  }
}
