import { useState, type SubmitEvent } from 'react';
import { useWrite } from '#web/lib/use-api.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CodeInput } from '#web/ui/code-input.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { RecoveryCodesModal } from './recovery-codes-modal.tsx';
import styles from './security.module.css';

const formId = 'app-setup';
const codeLength = 6;

/** Sets an authenticator app up: scan or type the secret, give one of its codes, save the recovery codes. */
export function AppSetup({
  secret,
  uri,
  onClose,
}: {
  /** The secret in base32. */
  readonly secret: string;
  /** `otpauth://totp/…`. */
  readonly uri: string;
  readonly onClose: () => void;
}) {
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<readonly string[]>();
  const confirm = useWrite('user.confirm-totp', {
    refresh: ['user'],
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (code.length === codeLength) void confirm.run({ body: { code } });
  }

  if (codes) return <RecoveryCodesModal step="Step 2 of 2" codes={codes} onClose={onClose} />;
  return (
    <Modal
      open
      title="Set up your app"
      step="Step 1 of 2"
      onClose={onClose}
      busy={confirm.busy}
      footer={
        <>
          <Button variant="secondary" data-cancel onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={confirm.busy} disabled={code.length !== codeLength}>
            Confirm
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.stack} method="post" onSubmit={submitted} noValidate>
        <p>Scan this with your authenticator app, or type the key. Then enter the 6-digit code that it shows.</p>
        <div className={styles.setup}>
          <QrCode value={uri} label="QR code for your authenticator app" />
          <p className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
          <div className={styles.actions}>
            <CopyButton value={secret} label="Copy key">
              Copy key
            </CopyButton>
            <a className={buttonClass({ variant: 'secondary', size: 'sm' })} href={uri}>
              Open in your app
            </a>
          </div>
        </div>
        <CodeInput
          length={codeLength}
          value={code}
          onChange={setCode}
          label="Code from your app"
          name="code"
          error={confirm.busy ? undefined : confirm.error}
          autoFocus
        />
      </form>
    </Modal>
  );
}
