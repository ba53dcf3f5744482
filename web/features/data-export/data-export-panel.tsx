import { useWrite } from '#web/lib/use-api.ts';
import type { CurrentUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Time } from '#web/ui/time.tsx';
import { useState } from 'react';
import styles from './data-export.module.css';

/** Asks for the link to one's data. */
export function DataExportPanel({ user }: { readonly user: Pick<CurrentUser, 'email'> }) {
  const [until, setUntil] = useState<string>();
  const ask = useWrite('user.export', { onSuccess: ({ expiresAt }) => setUntil(expiresAt) });
  return (
    <Panel title="Your data">
      <div className={styles.stack}>
        <p>Get a copy of your data as one file, once a day. We email you a link to it.</p>
        {ask.error && (
          <Notice tone="danger" live>
            <FailureText error={ask.error} />
          </Notice>
        )}
        {until === undefined ? (
          <div>
            <Button variant="secondary" busy={ask.busy} onClick={() => void ask.run({})}>
              Email me the link
            </Button>
          </div>
        ) : (
          <Notice tone="success" live>
            <p>
              We emailed a link to {user.email}. It works until <Time iso={until} as="date-time" />.
            </p>
          </Notice>
        )}
      </div>
    </Panel>
  );
}
