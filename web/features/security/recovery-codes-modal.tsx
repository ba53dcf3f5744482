import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Modal } from '#web/ui/modal.tsx';
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
            onClick={() => download(text)}
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
      {printing && <Paper codes={codes} onDone={() => setPrinting(false)} />}
    </Modal>
  );
}

/** The codes on paper: only in print, in place of the site. Opens the browser's print dialog by itself. */
function Paper({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  useEffect(() => {
    document.documentElement.dataset['printing'] = '';
    const frame = requestAnimationFrame(() => window.print());
    window.addEventListener('afterprint', onDone);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', onDone);
      delete document.documentElement.dataset['printing'];
    };
    // Once per opening.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return createPortal(
    <section className={styles.paper} data-print-view>
      <h1>Satchel recovery codes</h1>
      <ul>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </section>,
    document.body,
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'satchel-recovery-codes.txt';
  link.click();
  // The browser has taken the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
