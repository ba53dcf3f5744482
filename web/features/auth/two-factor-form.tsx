import { useEffect, useState, type SubmitEvent } from 'react';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import type { CurrentUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeInput } from '#web/ui/code-input.tsx';
import type { FieldFailure } from '#web/ui/failure-text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ResendButton } from '#web/ui/resend-button.tsx';

const codeLength = 6;

/** Delay before a complete code is sent by itself, so that it can be checked or sent by the button. */
const lookMs = 1_500;

/** The second step of signing in: the code from the mail. It is sent by itself once, a moment after the sixth digit. */
export function TwoFactorForm({
  userId,
  onVerified,
  onResend,
  onBack,
  fallback,
}: {
  userId: CurrentUser['_id'];
  onVerified: () => Promise<void>;
  /** Has a new code mailed. */
  onResend: () => Promise<void>;
  onBack: () => void;
  fallback: string;
}) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<FieldFailure>();
  const [sent, setSent] = useState(false);
  const [resent, setResent] = useState(false);

  function fail(thrown: unknown): void {
    setError(thrown instanceof ApiError ? thrown : fallback);
  }

  async function verify(digits: string): Promise<void> {
    if (busy) return;
    setSent(true);
    setBusy(true);
    setError(undefined);
    try {
      await call('auth.verify-2fa', { body: { code: digits, userId } });
      await onVerified();
    } catch (thrown) {
      fail(thrown);
    } finally {
      setBusy(false);
    }
  }

  useEffect(() => {
    if (sent || code.length !== codeLength) return undefined;
    const timer = setTimeout(() => void verify(code), lookMs);
    return () => clearTimeout(timer);
    // Only another code restarts the wait.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [code, sent]);

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (code.length === codeLength) void verify(code);
  }

  async function resend(): Promise<void> {
    setResent(false);
    setError(undefined);
    try {
      await onResend();
      setCode('');
      setResent(true);
    } catch (thrown) {
      fail(thrown);
    }
  }

  return (
    <>
      <div className="auth-intro">
        <h1>Check your email</h1>
        <p className="muted">We sent you a 6-digit code. It works for 10 minutes.</p>
      </div>
      <form className="auth-form" method="post" onSubmit={submitted}>
        {resent && (
          <Notice tone="success" live>
            <p>A new code is on its way. Only the newest one works.</p>
          </Notice>
        )}
        <CodeInput
          length={codeLength}
          value={code}
          onChange={setCode}
          label="Verification code"
          name="code"
          error={error}
          fallback={fallback}
          autoFocus
        />
        <Button type="submit" size="lg" block busy={busy} disabled={code.length !== codeLength}>
          Verify
        </Button>
        <div className="auth-pair">
          <Button variant="ghost" onClick={onBack}>
            Back to sign in
          </Button>
          <ResendButton onResend={resend} />
        </div>
      </form>
    </>
  );
}
