import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#web/navigation/paths.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import { noteSession } from '#web/lib/session-hint.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** /email/undo#token: gives an account its old address back, by a click: a mail program that opens links does nothing. */
export function UndoEmailChangePage() {
  // The fragment never leaves the browser but with the click.
  const token = useLocation().hash.slice(1);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isDone, setDone] = useState(false);

  async function undo(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await call('auth.undo-email-change', { body: { token } });
      // Every session ended, this browser's included.
      noteSession(false);
      setDone(true);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }

  if (isDone) return <Restored />;
  if (token === '' || (error instanceof ApiError && error.is('InvalidUndoLink'))) return <InvalidLink />;
  return (
    <>
      <div className="auth-intro">
        <h1>Undo the email change?</h1>
        <p className="muted">
          Your account gets this address back, every device is signed out, and the account stays locked until you choose
          a new password.
        </p>
      </div>
      {error !== undefined && (
        <Notice tone="danger" live>
          <FailureText error={error} />
        </Notice>
      )}
      <Button size="lg" block busy={busy} onClick={() => void undo()}>
        Undo the change
      </Button>
    </>
  );
}

function Restored() {
  return (
    <>
      <span className="auth-badge">
        <Icon name="check" size={28} />
      </span>
      <div className="auth-intro" role="status">
        <h1>Your email address is back</h1>
        <p className="muted">Choose a new password to unlock your account.</p>
      </div>
      <LinkButton to={paths.forgotPassword} size="lg" block autoFocus>
        Choose a new password
      </LinkButton>
    </>
  );
}

function InvalidLink() {
  return (
    <>
      <span className="auth-badge auth-badge-danger">
        <Icon name="alert" size={26} />
      </span>
      <div className="auth-intro" role="alert">
        <h1>Invalid or expired link</h1>
        <p>The link works once, within 7 days of the change.</p>
      </div>
      <LinkButton to={paths.support} size="lg" block>
        Contact support
      </LinkButton>
    </>
  );
}
