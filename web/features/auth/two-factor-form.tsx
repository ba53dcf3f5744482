import { useState, type SubmitEvent } from 'react';
import { errorText } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeInput } from '#web/ui/code-input.tsx';
import { verifyTwoFactor } from './verify-two-factor.ts';

const codeLength = 6;

/** The second step of signing in: the code from the mail. It is sent by itself once, when the sixth digit is there. */
export function TwoFactorForm({
  userId,
  onVerified,
  onBack,
  fallback,
}: {
  userId: string;
  onVerified: () => Promise<void>;
  onBack: () => void;
  fallback: string;
}) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [sentBySelf, setSentBySelf] = useState(false);

  async function verify(digits: string): Promise<void> {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await verifyTwoFactor(digits, userId);
      await onVerified();
    } catch (thrown) {
      setError(errorText(thrown, fallback));
    } finally {
      setBusy(false);
    }
  }

  function completed(digits: string): void {
    if (sentBySelf) return;
    setSentBySelf(true);
    void verify(digits);
  }

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (code.length === codeLength) void verify(code);
  }

  return (
    <>
      <div className="auth-intro">
        <h1>Check your email</h1>
        <p className="muted">We sent you a 6-digit code. It is good for 10 minutes.</p>
      </div>
      <form className="auth-form" method="post" onSubmit={submitted}>
        <CodeInput
          length={codeLength}
          value={code}
          onChange={setCode}
          onComplete={completed}
          label="Verification code"
          name="code"
          error={error}
          autoFocus
        />
        <Button type="submit" size="lg" block busy={busy} disabled={code.length !== codeLength}>
          Verify
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Back to sign in
        </Button>
      </form>
    </>
  );
}
