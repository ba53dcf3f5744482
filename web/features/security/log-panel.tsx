import { eventText } from './event-text.ts';
import { useRead } from '#web/lib/use-api.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';
import styles from './security.module.css';

/** Number of events shown. */
const shown = 20;

/** The newest events of the account's security. */
export function LogPanel() {
  const { data: events, error, mutate } = useRead('user.security-log', { query: { limit: shown } });
  return (
    <Panel title="Recent security activity" busy={!events && !error}>
      {!events && (error ? <LoadFailure error={error} onRetry={() => void mutate()} /> : <Skeleton height={72} />)}
      {events?.length === 0 && <p className="muted">Nothing yet.</p>}
      {events && events.length > 0 && (
        <ul className={styles.rows}>
          {events.map(({ _id, at, kind, by, details }) => (
            <li key={_id} className={styles.row}>
              <p>
                {eventText(kind, details)}
                {by === 'support' && ' by our team'}
              </p>
              <p className="muted">
                <Time iso={at} as="date-time" />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
