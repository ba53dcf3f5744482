import { useState, type SubmitEvent } from 'react';
import { Link, navigate, useLocation } from '#web/navigation/router.tsx';
import { preloadPageAt } from '#web/navigation/preload-page.ts';
import { paths, returnAddress } from '#web/navigation/paths.ts';
import { rememberedAddress, sessionLossWords } from '#web/navigation/remembered-address.ts';
import { call } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { FailureText } from '#web/ui/failure-text.tsx';
import { PasswordField, TextField } from '#web/ui/field.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import type { SecondStep } from './two-factor-form.tsx';
import { useFormValues } from './use-form-values.ts';
import styles from './auth-form.module.css';

const fallback = 'An error occurred while login';

/** Few accounts have a second step, so its form is fetched while the password is typed. */
const LazyTwoFactorForm = lazyPart(() => import('./two-factor-form.tsx').then((m) => m.TwoFactorForm));

/** /login: email and password, then a code when the server asks for one; or a passkey alone. */
export function LoginPage() {
  const { state, search } = useLocation();
  const [secondStep, setSecondStep] = useState<SecondStep>();
  const [busy, setBusy] = useState(false);
  const [passkeyBusy, setPasskeyBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { values, form } = useFormValues(['email', 'password']);
  const goal = returnAddress(rememberedAddress(state));
  // The prerendered page knows of no session.
  const hydrated = useHydrated();
  const closed = hydrated ? closedWords(new URLSearchParams(search).get('closed')) : undefined;
  const loss = hydrated ? sessionLossWords(state) : undefined;

  async function enter(): Promise<void> {
    const page = preloadPageAt(new URL(goal, window.location.origin).pathname);
    const { enterSession } = await import('./enter-session.ts');
    await enterSession();
    await page;
    navigate(goal, { replace: true });
  }

  /** Sends the first step, which also mails a new code. */
  function sendPassword() {
    return call('auth.login', { body: { email: values.email.trim(), password: values.password } });
  }

  function prepareNext(): void {
    LazyTwoFactorForm.preload();
    void preloadPageAt(paths.dashboard);
  }

  async function signIn(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      const reply = await sendPassword();
      if (reply.isTwoFactorRequired) setSecondStep({ userId: reply.userId, methods: reply.methods ?? ['email'] });
      else await enter();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }

  async function enterByPasskey(): Promise<void> {
    setPasskeyBusy(true);
    setError(undefined);
    try {
      const { askForPasskey } = await import('#web/lib/passkey.ts');
      await call('auth.passkey', { body: { assertion: await askForPasskey('sign-in') } });
      await enter();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setPasskeyBusy(false);
    }
  }

  function submitted(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void signIn();
  }

  if (secondStep !== undefined)
    return (
      <LazyTwoFactorForm
        {...secondStep}
        onVerified={enter}
        onResend={async () => void (await sendPassword())}
        onBack={() => setSecondStep(undefined)}
        fallback={fallback}
      />
    );

  return (
    <>
      <div className={styles.authIntro}>
        <h1>Welcome back</h1>
        <p className="muted">Sign in to manage your balance and cards.</p>
      </div>
      {loss !== undefined && (
        <Notice tone="warning" live>
          <p>{loss}</p>
        </Notice>
      )}
      {closed !== undefined && (
        <Notice tone="info" title="Your account is closed">
          <p>{closed}</p>
        </Notice>
      )}
      <form className={styles.authForm} method="post" onSubmit={submitted} onFocus={prepareNext} {...form}>
        {error !== undefined && (
          <Notice tone="danger" live>
            <FailureText error={error} fallback={fallback} />
          </Notice>
        )}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" enterKeyHint="go" required />
        <Link className={styles.authForgot} to={paths.forgotPassword}>
          Forgot password?
        </Link>
        <Button type="submit" size="lg" block busy={busy} disabled={!values.email.trim() || !values.password}>
          Sign in
        </Button>
        <Button
          variant="secondary"
          size="lg"
          block
          busy={passkeyBusy}
          disabled={!hydrated}
          onClick={() => void enterByPasskey()}
        >
          Use a passkey
        </Button>
      </form>
      <p className={styles.authSwitch}>
        New to Satchel? <Link to={paths.signup}>Sign up</Link>
      </p>
    </>
  );
}

/** Says until when a sign-in opens a just closed account again; undefined without such a time. */
function closedWords(until: string | null): string | undefined {
  const atMs = until === null ? Number.NaN : Date.parse(until);
  if (Number.isNaN(atMs)) return undefined;
  return `Changed your mind? Sign in before ${new Date(atMs).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })}, and it opens again.`;
}
