import { useEffect, useState } from 'react';
import { useParams } from '#web/navigation/router.tsx';
import type { ReplyOf } from '#shared/contract/index.ts';
import { paths } from '#web/navigation/paths.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/api.ts';
import { letReferralNoticeShow, rememberReferral } from '#web/session/referral-notice.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LoadingScreen } from '#web/ui/loading.tsx';
import { classNames } from '#web/ui/class-names.ts';
import styles from './auth-form.module.css';

type VerifyReply = ReplyOf<'auth.verify-email'>;
type Outcome = { readonly verified: true } | { readonly verified: false; readonly error: unknown };

/** True for an answer on the code itself. Any other failure says nothing of the link. */
const isInvalid = (error: unknown): boolean =>
  error instanceof ApiError && (error.is('InvalidVerificationLink') || error.is('ValidationFailed'));

/** Requests by code. A link works once, so its code is sent once, however often the page is drawn. */
const sent = new Map<string, Promise<VerifyReply>>();

function verifyOnce(code: string): Promise<VerifyReply> {
  const known = sent.get(code);
  if (known) return known;
  const verification = call('auth.verify-email', { params: { code } });
  sent.set(code, verification);
  return verification;
}

/** /email/verify/:code: verifies on load and shows the result. */
export function VerifyEmailPage() {
  const { code = '' } = useParams(paths.verifyEmail);
  const [attempt, setAttempt] = useState(1);
  return <Verification key={`${attempt} ${code}`} code={code} onRetry={() => setAttempt(attempt + 1)} />;
}

function Verification({ code, onRetry }: { code: string; onRetry: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>();

  useEffect(() => {
    let shown = true;
    verifyOnce(code).then(
      ({ referral }) => {
        rememberReferral(referral);
        if (shown) setOutcome({ verified: true });
      },
      (error: unknown) => {
        if (!isInvalid(error)) sent.delete(code);
        if (shown) setOutcome({ verified: false, error });
      },
    );
    return () => {
      shown = false;
    };
  }, [code]);

  if (!outcome) return <LoadingScreen label="Verifying your email" />;
  if (outcome.verified) return <Verified />;
  return isInvalid(outcome.error) ? <InvalidLink /> : <Unreachable error={outcome.error} onRetry={onRetry} />;
}

function Verified() {
  return (
    <>
      <span className={styles.authBadge}>
        <Icon name="check" size={28} />
      </span>
      <div className={styles.authIntro} role="status">
        <h1>Email Successfully Verified!</h1>
        <p className="muted">What’s next:</p>
      </div>
      <ol className={styles.authSteps}>
        <li>Deposit any of 15+ cryptocurrencies</li>
        <li>Create a Virtual card</li>
        <li>Spend without limits</li>
      </ol>
      <LinkButton to={paths.dashboard} size="lg" block onClick={letReferralNoticeShow}>
        Continue to Dashboard
      </LinkButton>
    </>
  );
}

function InvalidLink() {
  return (
    <>
      <span className={classNames(styles.authBadge, styles.authBadgeDanger)}>
        <Icon name="alert" size={26} />
      </span>
      <div className={styles.authIntro} role="alert">
        <h1>Invalid Verification Link</h1>
        <p>The verification link is either invalid or has expired.</p>
      </div>
      <div className={styles.authIntro}>
        <p className="muted">Possible reasons:</p>
        <ul className={styles.authList}>
          <li>The link was already used</li>
          <li>The link has expired</li>
          <li>The code is incorrect</li>
          <li>The email is already verified</li>
        </ul>
      </div>
      <div className={styles.authActions}>
        <LinkButton to={paths.forgotPassword} size="lg" block>
          Request a new link
        </LinkButton>
        <LinkButton to={paths.login} variant="secondary" size="lg" block>
          Sign in
        </LinkButton>
      </div>
    </>
  );
}

function Unreachable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <>
      <div className={styles.authIntro} role="alert">
        <h1>We could not verify your email yet</h1>
        <FailureText error={error} />
      </div>
      <Button size="lg" block onClick={onRetry}>
        Try again
      </Button>
    </>
  );
}
