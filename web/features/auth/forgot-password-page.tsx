import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Link } from '#web/navigation/router.tsx';
import { paths } from '#web/navigation/paths.ts';
import { call } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useFormValues } from './use-form-values.ts';
import styles from './auth-form.module.css';

/** /password/forgot: has a link mailed for choosing a new password. */
export function ForgotPasswordPage() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [sentTo, setSentTo] = useState<string>();
  const { values, form } = useFormValues(['email']);
  const email = values.email.trim();

  async function send(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await call('auth.forgot-password', { body: { email } });
      setSentTo(email);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (email) void send();
  }

  if (sentTo !== undefined) return <Sent address={sentTo} />;
  return (
    <>
      <div className={styles.authIntro}>
        <h1>Forgot your password?</h1>
        <p className="muted">Enter your email and we’ll send you a reset link.</p>
      </div>
      <form className={styles.authForm} method="post" onSubmit={submitted} {...form}>
        {error !== undefined && (
          <Notice tone="danger" live>
            <FailureText error={error} />
          </Notice>
        )}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="send"
          required
        />
        <Button type="submit" size="lg" block busy={busy} disabled={!email}>
          Send reset link
        </Button>
      </form>
      <p className={styles.authSwitch}>
        Remember it? <Link to={paths.login}>Back to login</Link>
      </p>
    </>
  );
}

function Sent({ address }: { address: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <span className={styles.authBadge}>
        <Icon name="mail" size={26} />
      </span>
      <div className={styles.authIntro} role="status">
        <h1 ref={heading} tabIndex={-1}>
          Email sent! Check your inbox for further instructions.
        </h1>
        <p className="muted">
          If <strong>{address}</strong> has an account, the link arrives within a minute and works for one hour. Check
          your spam folder too.
        </p>
      </div>
      <p className={styles.authSwitch}>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </>
  );
}
