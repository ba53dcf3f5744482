import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#web/navigation/paths.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** /factor-reset/cancel#token: cancels the reset of an account's factors, by a click: a mail program that opens links does nothing. */
export function CancelFactorResetPage() {
  // The fragment never leaves the browser but with the click.
  const token = useLocation().hash.slice(1);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isDone, setDone] = useState(false);

  async function cancel(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await call('auth.cancel-factor-reset', { body: { token } });
      setDone(true);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }

  if (isDone) return <Canceled />;
  if (token === '' || (error instanceof ApiError && error.is('InvalidUndoLink'))) return <InvalidLink />;
  return (
    <>
      <div className="auth-intro">
        <h1>Cancel the reset?</h1>
        <p className="muted">Your authenticator app, passkeys and recovery codes stay on your account.</p>
      </div>
      {error !== undefined && (
        <Notice tone="danger" live>
          <FailureText error={error} />
        </Notice>
      )}
      <Button size="lg" block busy={busy} onClick={() => void cancel()}>
        Cancel the reset
      </Button>
    </>
  );
}

function Canceled() {
  return (
    <>
      <span className="auth-badge">
        <Icon name="check" size={28} />
      </span>
      <div className="auth-intro" role="status">
        <h1>The reset is canceled</h1>
        <p className="muted">
          Nothing was removed. If you didn’t ask for the reset, choose a new password: someone may know yours.
        </p>
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
        <p>The link works once, until the factors are removed.</p>
      </div>
      <LinkButton to={paths.support} size="lg" block>
        Contact support
      </LinkButton>
    </>
  );
}
