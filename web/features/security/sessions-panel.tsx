import { useRef } from 'react';
import type { ReplyOf } from '#shared/contract/index.ts';
import { useRead, useWrite } from '#web/lib/use-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusPanel } from '#web/ui/focus-panel.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';
import styles from './security.module.css';

type Session = ReplyOf<'sessions.list'>[number];

/** Where the account is signed in; each browser can be signed out from here. */
export function SessionsPanel() {
  const toast = useToast();
  const place = useRef<HTMLDivElement>(null);
  const { data: sessions, error, mutate } = useRead('sessions.list', {});
  const endOthers = useWrite('sessions.end-others', {
    refresh: ['sessions'],
    onSuccess: () => {
      toast.success('Signed out everywhere else.');
      focusPanel(place.current);
    },
    onError: (failure) => toast.error(failure),
  });
  return (
    <Panel title="Where you’re signed in" busy={!sessions && !error}>
      {!sessions && (error ? <LoadFailure error={error} onRetry={() => void mutate()} /> : <Skeleton height={72} />)}
      {sessions && (
        <div className={styles.stack} ref={place}>
          <ul className={styles.rows}>
            {sessions.map((session) => (
              <SessionRow key={session._id} session={session} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <div className={styles.actions}>
              <Button variant="secondary" busy={endOthers.busy} onClick={() => void endOthers.run({})}>
                Sign out everywhere else
              </Button>
            </div>
          )}
        </div>
      )}
    </Panel>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const toast = useToast();
  const { _id, device, createdAt, lastSeenAt, isCurrent } = session;
  const row = useRef<HTMLLIElement>(null);
  const end = useWrite('sessions.end', {
    refresh: ['sessions'],
    onSuccess: () => {
      toast.success(`${device} is signed out.`);
      focusPanel(row.current);
    },
    onError: (error) => toast.error(error),
  });
  return (
    <li className={styles.row} ref={row}>
      <div>
        <p className={styles.name}>
          {device}
          {isCurrent && <Badge tone="green">This device</Badge>}
        </p>
        <p className="muted">
          {!isCurrent && (
            <>
              Last seen <Time iso={lastSeenAt} /> ·{' '}
            </>
          )}
          Signed in <Time iso={createdAt} />
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Sign out ${device}`}
          busy={end.busy}
          onClick={() => void end.run({ params: { id: _id } })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
