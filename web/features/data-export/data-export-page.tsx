import { useState } from 'react';
import { useLocation } from '#web/navigation/router.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import { paths } from '#web/navigation/paths.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { downloadFile } from '#web/ui/download-file.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { collectExport } from './collect-export.ts';
import { partNames } from './data-export-words.ts';
import styles from './data-export.module.css';

/** /data-export#token: says what the file holds, and downloads it by a click. */
export function DataExportPage() {
  // The fragment never leaves the browser but with the click.
  const token = useLocation().hash.slice(1);
  const [items, setItems] = useState<number>();
  const [error, setError] = useState<unknown>();
  const [isDone, setDone] = useState(false);
  const isDead = token === '' || (error instanceof ApiError && error.is('InvalidExportLink'));

  async function download(): Promise<void> {
    setError(undefined);
    setItems(0);
    try {
      const read = (cursor: string | undefined) =>
        call('user.export-read', { body: cursor === undefined ? { token } : { token, cursor } });
      const at = new Date();
      const text = await collectExport(read, { at, onItems: setItems });
      downloadFile(`satchel-data-${at.toISOString().slice(0, 10)}.json`, 'application/json', text);
      setDone(true);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setItems(undefined);
    }
  }

  if (isDead)
    return (
      <div className={styles.page}>
        <h1>Your data</h1>
        <Panel>
          <div className={styles.stack}>
            <Notice tone="danger" title="Invalid or expired link" live>
              <p>The link works for 24 hours, for the account that asked for it.</p>
            </Notice>
            <div>
              <LinkButton to={paths.profileSettings} variant="secondary">
                Ask for a new link
              </LinkButton>
            </div>
          </div>
        </Panel>
      </div>
    );
  return (
    <div className={styles.page}>
      <h1>Your data</h1>
      <Panel>
        <div className={styles.stack}>
          <p>Everything in your account, as one JSON file. Anyone who has the file can read it, so keep it safe.</p>
          {error !== undefined && (
            <Notice tone="danger" title="Nothing was downloaded" live>
              <FailureText error={error} />
            </Notice>
          )}
          {isDone && (
            <Notice tone="success" live>
              <p>Your file is downloaded.</p>
            </Notice>
          )}
          <div>
            <Button size="lg" busy={items !== undefined} onClick={() => void download()}>
              {items === undefined ? 'Download my data' : `Items read: ${items.toLocaleString('en-US')}`}
            </Button>
          </div>
        </div>
      </Panel>
      <Panel title="In the file">
        <div className={styles.stack}>
          <ul className={styles.parts}>
            {Object.entries(partNames).map(([part, name]) => (
              <li key={part}>{name}</li>
            ))}
          </ul>
          <p className="muted">Card numbers, CVVs, codes and passwords aren’t in it.</p>
        </div>
      </Panel>
    </div>
  );
}
