import { Icon } from '#web/ui/icon.tsx';

import { countdownNotice, formatCountdown } from './countdown.ts';
import styles from './countdown-clock.module.css';

/** How long a quote holds. The clock itself is silent; its last five minutes, last minute and end are announced. */
export function CountdownClock({ endsAt, now }: { readonly endsAt: string; readonly now: number }) {
  const left = Date.parse(endsAt) - now;
  const urgent = left <= 300_000;
  return (
    <p className={styles.clock} data-urgent={urgent || undefined}>
      <Icon name="clock" />
      {left > 0 ? (
        <>
          Rate held for <span className={styles.time}>{formatCountdown(left)}</span>
        </>
      ) : (
        'This quote has ended'
      )}
      <span role="status" className="visually-hidden">
        {countdownNotice(left)}
      </span>
    </p>
  );
}
