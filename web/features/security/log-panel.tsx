import type { ReplyOf } from '#shared/contract/index.ts';
import { useRead } from '#web/lib/use-api.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';
import styles from './security.module.css';

type SecurityEvent = ReplyOf<'user.security-log'>[number];

const names: Readonly<Record<SecurityEvent['kind'], string>> = {
  'sign-in': 'Signed in',
  'session-ended': 'Signed out',
  'password-changed': 'Password changed',
  'email-changed': 'Email changed',
  'email-change-undone': 'Email change undone',
  'factor-changed': 'App, passkeys or recovery codes changed',
  'factor-reset': 'Removal of app, passkeys and recovery codes',
  'two-factor': 'Codes by email switched',
  lock: 'Everything locked',
  unlock: 'Everything unlocked',
  'card-reveal': 'Card details shown',
  suspend: 'Account suspended',
  activate: 'Account active again',
  'restore-address': 'Email address restored',
};

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
                {names[kind]}
                {kind === 'factor-reset' && ` ${String(details['status'])}`}
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
