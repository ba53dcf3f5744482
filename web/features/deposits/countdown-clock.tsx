import { Icon } from '#web/ui/icon.tsx';

import { countdownNotice, formatCountdown } from './countdown.ts';
import styles from './countdown-clock.module.css';

/** Time that a quote holds. The clock itself is silent; its last five minutes, last minute and end are announced. */
export function CountdownClock({ endsAt, now }: { readonly endsAt: string; readonly now: number }) {
  const left = Date.parse(endsAt) - now;
  return (
    <div className={styles.clock} data-urgent={left <= 300_000 || undefined}>
      <Icon name="clock" size={18} />
      {left > 0 ? (
        <span>
          Rate held for <span className={styles.time}>{formatCountdown(left)}</span>
        </span>
      ) : (
        <span>This quote has expired</span>
      )}
      <span role="status" className="visually-hidden">
        {countdownNotice(left)}
      </span>
    </div>
  );
}
