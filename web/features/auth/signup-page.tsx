import { useState, type SubmitEvent } from 'react';
import { Link, useSearchParams } from '#web/navigation/router.tsx';
import { paths } from '#web/navigation/paths.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import { focusWrongField } from '#web/lib/focus-wrong-field.ts';
import { weakPassword } from '#web/lib/contract-facts.ts';
import { Button } from '#web/ui/button.tsx';
import { asSentence } from '#web/ui/error-in-place.ts';
import { PasswordField, TextField } from '#web/ui/field.tsx';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { CheckYourEmail } from './check-your-email.tsx';
import { PasswordRules } from './password-rules.tsx';
import { isStrongPassword } from './password-strength.ts';
import { useFormValues } from './use-form-values.ts';
import styles from './auth-form.module.css';

const fallback = 'An error occurred during registration';
const names = ['firstname', 'lastname', 'email', 'password', 'confirmPassword'] as const;

/** /signup: opens an account; `?ref=` names who referred the visitor. */
export function SignupPage() {
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  // The prerendered page knows no query. The API refuses a longer text, as of a link with other words behind it.
  const referredBy = (hydrated && search.get('ref')?.trim().slice(0, 64)) || undefined;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const [sentTo, setSentTo] = useState<string>();
  const { values, form } = useFormValues(names);

  const differs = values.confirmPassword !== '' && values.confirmPassword !== values.password;
  const weak = values.password !== '' && !isStrongPassword(values.password);
  const ready =
    values.firstname !== '' &&
    values.lastname !== '' &&
    values.email !== '' &&
    isStrongPassword(values.password) &&
    values.confirmPassword === values.password;

  async function register(): Promise<void> {
    setBusy(true);
    setError(undefined);
    const email = values.email.trim();
    try {
      await call('auth.register', {
        body: {
          email,
          firstname: values.firstname.trim(),
          lastname: values.lastname.trim(),
          password: values.password,
          confirmPassword: values.confirmPassword,
          ...(referredBy === undefined ? {} : { referredBy }),
        },
      });
      setSentTo(email);
    } catch (thrown) {
      const refusal = thrown instanceof ApiError ? thrown : new ApiError({ status: 0, message: fallback });
      setError(refusal);
      focusWrongField(refusal);
    } finally {
      setBusy(false);
    }
  }

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (ready) void register();
  }

  if (sentTo !== undefined) return <CheckYourEmail address={sentTo} error={error} onResend={register} />;

  const wrong = error?.fields ?? {};
  const saidAtField = names.some((name) => wrong[name] !== undefined);
  return (
    <>
      <div className={styles.authIntro}>
        <h1>Create your account</h1>
        {referredBy === undefined ? (
          <p className="muted">An email, a name and a password. No identity verification.</p>
        ) : (
          <p className={styles.authInvited}>If your invite is valid, $5 is yours when you create your first card.</p>
        )}
      </div>
      <form className={styles.authForm} method="post" onSubmit={submitted} {...form}>
        {error && !saidAtField && (
          <Notice tone="danger" live>
            <FailureText error={error} fallback={fallback} />
          </Notice>
        )}
        <div className={styles.authPair}>
          <TextField
            label="First name"
            name="firstname"
            autoComplete="given-name"
            required
            error={asSentence(wrong['firstname'])}
          />
          <TextField
            label="Last name"
            name="lastname"
            autoComplete="family-name"
            required
            error={asSentence(wrong['lastname'])}
          />
        </div>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={asSentence(wrong['email'])}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          error={weak ? weakPassword : asSentence(wrong['password'])}
        />
        <PasswordRules password={values.password} id="password-rules" />
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          required
          error={differs ? 'The passwords don’t match.' : asSentence(wrong['confirmPassword'])}
        />
        <Button type="submit" size="lg" block busy={busy} disabled={!ready}>
          Create account
        </Button>
      </form>
      <p className={styles.authFine}>
        By creating an account you confirm that you are over 18 and agree to the <a href="/Terms">Terms</a> and the{' '}
        <a href="/Privacy">Privacy policy</a>.
      </p>
      <p className={styles.authSwitch}>
        Already have an account? <Link to={paths.login}>Sign in</Link>
      </p>
    </>
  );
}
