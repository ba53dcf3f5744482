import { useState } from 'react';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { downloadFile } from '#web/ui/download-file.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Paper } from '#web/ui/paper.tsx';
import styles from './security.module.css';

/** Shows new recovery codes, once. A click beside the dialog does not close it. */
export function RecoveryCodesModal({
  codes,
  step,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly step?: string | undefined;
  readonly onClose: () => void;
}) {
  const [printing, setPrinting] = useState(false);
  const { data: user } = useUser();
  const [madeAt] = useState(() => new Date().toLocaleDateString('en-US', { dateStyle: 'medium' }));
  const title = `Satchel recovery codes of ${user?.email ?? 'your account'}, ${madeAt}`;
  const text = `${codes.join('\n')}\n`;
  return (
    <Modal
      open
      title="Save your recovery codes"
      step={step}
      onClose={onClose}
      busy
      footer={<Button onClick={onClose}>I saved them</Button>}
    >
      <div className={styles.stack}>
        <p>Each code signs you in once if you lose your phone. We can’t show them again; older ones no longer work.</p>
        <div className={styles.actions}>
          <CopyButton value={text} label="Copy recovery codes" />
          <Button
            variant="secondary"
            size="sm"
            icon={<Icon name="download" size={18} />}
            onClick={() => downloadFile('satchel-recovery-codes.txt', 'text/plain', `${title}\n\n${text}`)}
          >
            Download
          </Button>
          <Button
            variant="secondary"
            size="sm"
            icon={<Icon name="receipt" size={18} />}
            onClick={() => setPrinting(true)}
          >
            Print
          </Button>
        </div>
        <div className={styles.sheet}>
          <ul className={styles.codes} aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
      </div>
      {printing && (
        <Paper onDone={() => setPrinting(false)}>
          <h1>Satchel recovery codes</h1>
          <p>{title}</p>
          <ul className={styles.codes}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </Paper>
      )}
    </Modal>
  );
}
