import { useEffect, useState, type SubmitEvent } from 'react';
import { useSearchParams } from '#web/navigation/router.tsx';
import { paths } from '#web/navigation/paths.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import { weakPassword } from '#web/lib/contract-facts.ts';
import { noteServerDate, onServerClock, serverNow } from '#web/lib/server-clock.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/field.tsx';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { PasswordRules } from './password-rules.tsx';
import { isStrongPassword } from './password-strength.ts';
import { readResetLink } from './reset-link.ts';
import { useFormValues } from './use-form-values.ts';
import { classNames } from '#web/ui/class-names.ts';
import styles from './auth-form.module.css';

/** /password/reset: chooses a new password with the code of the mailed link. */
export function ResetPasswordPage() {
  const [query] = useSearchParams();
  const hydrated = useHydrated();
  const [openedAtMs, setOpenedAtMs] = useState(serverNow);
  const link = readResetLink(query, openedAtMs);
  useEffect(() => onServerClock(() => setOpenedAtMs(serverNow())), []);
  // The prerendered page knows no query: it shows the form, which most people who come here will need.
  if (hydrated && !link) return <EndedLink />;
  return <NewPassword code={link?.code ?? ''} />;
}

/** Says that the link is over, once the server's clock says so too: this device's may be hours wrong. */
function EndedLink() {
  useEffect(() => {
    void fetch('/api/status').then(
      ({ headers }) => noteServerDate(headers.get('date')),
      () => undefined,
    );
  }, []);
  return (
    <>
      <span className={classNames(styles.authBadge, styles.authBadgeDanger)}>
        <Icon name="alert" size={26} />
      </span>
      <div className={styles.authIntro} role="alert">
        <h1>Invalid or expired link</h1>
        <p>The password reset link is no longer valid.</p>
      </div>
      <LinkButton to={paths.forgotPassword} size="lg" block>
        Request a new link
      </LinkButton>
    </>
  );
}

function NewPassword({ code }: { code: string }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [done, setDone] = useState<string>();
  const { values, form } = useFormValues(['password']);
  const isStrong = isStrongPassword(values.password);

  async function reset(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      const reply = await call('auth.reset-password', { body: { password: values.password, verificationCode: code } });
      setDone(reply.message);
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isStrong) void reset();
  }

  if (done !== undefined)
    return (
      <>
        <span className={styles.authBadge}>
          <Icon name="check" size={28} />
        </span>
        <div className={styles.authIntro}>
          <h1>New password</h1>
        </div>
        <Notice tone="success" live>
          <p>{done}</p>
        </Notice>
        <LinkButton to={paths.login} size="lg" block autoFocus>
          Sign in
        </LinkButton>
      </>
    );

  return (
    <>
      <div className={styles.authIntro}>
        <h1>New password</h1>
        <p className="muted">You’ll be signed out on every device.</p>
      </div>
      <form className={styles.authForm} method="post" onSubmit={submitted} {...form}>
        {error !== undefined && (
          <Notice tone="danger" live>
            <FailureText error={error} />
          </Notice>
        )}
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          enterKeyHint="go"
          required
          error={values.password !== '' && !isStrong ? weakPassword : undefined}
        />
        <PasswordRules password={values.password} id="password-rules" />
        <Button type="submit" size="lg" block busy={busy} disabled={!isStrong}>
          Reset password
        </Button>
        {error instanceof ApiError && error.is('InvalidResetLink') && (
          <LinkButton to={paths.forgotPassword} variant="secondary" size="lg" block>
            Request a new link
          </LinkButton>
        )}
      </form>
    </>
  );
}
