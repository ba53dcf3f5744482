import { useEffect, useState, type SubmitEvent } from 'react';
import type { SecondStepMethod } from '#shared/contract/factors.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import type { CurrentUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { askForPasskey, canUsePasskeys } from '#web/lib/passkey.ts';
import { CodeInput } from '#web/ui/code-input.tsx';
import { FieldError, type FieldFailure } from '#web/ui/failure-text.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ResendButton } from '#web/ui/resend-button.tsx';
import styles from './auth-form.module.css';

const codeLength = 6;

/** Delay before a complete code is sent by itself, in milliseconds, so that it can be checked or sent by the button. */
const lookMs = 1_500;

/** A sign-in whose password was right. */
export type SecondStep = {
  readonly userId: CurrentUser['_id'];
  /** Ways to take the second step, strongest first. */
  readonly methods: readonly SecondStepMethod[];
};

const intros: Readonly<
  Record<
    SecondStepMethod,
    { readonly title: string; readonly text: string; readonly label: string; readonly change: string }
  >
> = {
  email: {
    title: 'Check your email',
    text: 'We sent you a 6-digit code. It works for 10 minutes.',
    label: 'Verification code',
    change: 'Use a code by email',
  },
  totp: {
    title: 'Enter your code',
    text: 'Open your authenticator app and enter the 6-digit code for Satchel.',
    label: 'Code from your app',
    change: 'Use my authenticator app',
  },
  passkey: {
    title: 'Use your passkey',
    text: 'Confirm with your fingerprint, face or screen lock.',
    label: '',
    change: 'Use a passkey',
  },
  recovery_code: {
    title: 'Use a recovery code',
    text: 'Enter one of the codes that you saved. Each works once.',
    label: 'Recovery code',
    change: 'Use a recovery code',
  },
};

/** True for a way whose code has six digits. */
const takesDigits = (way: SecondStepMethod): boolean => way === 'email' || way === 'totp';

/**
 * The second step of signing in: a code from the mail, the authenticator app or the recovery codes. Six digits are sent
 * automatically, once, a moment after the last one is typed.
 */
export function TwoFactorForm({
  userId,
  methods,
  onVerified,
  onResend,
  onBack,
  fallback,
}: SecondStep & {
  onVerified: () => Promise<void>;
  /** Has a new code mailed. */
  onResend: () => Promise<void>;
  onBack: () => void;
  fallback: string;
}) {
  const ways = methods.filter((method) => method in intros && (method !== 'passkey' || canUsePasskeys()));
  const [way, setWay] = useState<SecondStepMethod>(ways[0] ?? 'recovery_code');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<FieldFailure>();
  const [sent, setSent] = useState(false);
  const [resent, setResent] = useState(false);
  const isComplete = way === 'passkey' || (takesDigits(way) ? code.length === codeLength : code.trim() !== '');

  function fail(thrown: unknown): void {
    setError(thrown instanceof ApiError ? thrown : fallback);
  }

  async function verify(given: string, by = way): Promise<void> {
    if (busy) return;
    setSent(true);
    setBusy(true);
    setError(undefined);
    try {
      if (by === 'passkey') await call('auth.passkey', { body: { assertion: await askForPasskey('sign-in') } });
      else await call('auth.verify-2fa', { body: { code: given, userId } });
      await onVerified();
    } catch (thrown) {
      fail(thrown);
    } finally {
      setBusy(false);
    }
  }

  useEffect(() => {
    if (sent || !takesDigits(way) || code.length !== codeLength) return undefined;
    const timer = setTimeout(() => void verify(code), lookMs);
    return () => clearTimeout(timer);
    // Only another code starts the wait again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [code, sent, way]);

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isComplete) void verify(code);
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

  function change(next: SecondStepMethod): void {
    setWay(next);
    setCode('');
    setError(undefined);
    setResent(false);
    // The browser asks for the passkey at once: the page has no field for it.
    if (next === 'passkey') void verify('', next);
  }

  const { title, text, label } = intros[way];
  return (
    <>
      <div className={styles.authIntro}>
        <h1>{title}</h1>
        <p className="muted">{text}</p>
      </div>
      <form className={styles.authForm} method="post" onSubmit={submitted}>
        {resent && (
          <Notice tone="success" live>
            <p>A new code is on its way. Only the newest one works.</p>
          </Notice>
        )}
        {way === 'passkey' && error && <FieldError id={undefined} error={error} fallback={fallback} live />}
        {way === 'recovery_code' && (
          <TextField
            label={label}
            name="recoveryCode"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            autoFocus
            value={code}
            onChange={(event) => setCode(event.target.value)}
            error={error}
          />
        )}
        {takesDigits(way) && (
          <CodeInput
            length={codeLength}
            value={code}
            onChange={setCode}
            label={label}
            name="code"
            error={error}
            fallback={fallback}
            autoFocus
          />
        )}
        <Button type="submit" size="lg" block busy={busy} disabled={!isComplete}>
          {way === 'passkey' ? 'Use a passkey' : 'Verify'}
        </Button>
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="ghost" block onClick={() => change(other)}>
              {intros[other].change}
            </Button>
          ))}
        <div className={styles.authPair}>
          <Button variant="ghost" onClick={onBack}>
            Back to sign in
          </Button>
          {way === 'email' && <ResendButton onResend={resend} />}
        </div>
      </form>
    </>
  );
}
