import { useEffect, useRef, useState } from 'react';
import { Link } from '#web/navigation/router.tsx';
import { paths } from '#web/navigation/paths.ts';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ResendButton } from '#web/ui/resend-button.tsx';
import styles from './auth-form.module.css';

/** The step after a sign-up: look into the mailbox. */
export function CheckYourEmail({
  address,
  error,
  onResend,
}: {
  readonly address: string;
  /** Why no other link was sent. */
  readonly error: unknown;
  /** Has another link mailed. */
  readonly onResend: () => Promise<void>;
}) {
  const [times, setTimes] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <span className={styles.authBadge}>
        <Icon name="mail" size={26} />
      </span>
      <div className={styles.authIntro} role="status">
        <h1 ref={heading} tabIndex={-1}>
          Check your email (also your spambox)
        </h1>
        <p>
          We sent a link to <strong>{address}</strong>. Open it to verify your address, then sign in.
        </p>
      </div>
      {error !== undefined ? (
        <Notice tone="danger" live>
          <FailureText error={error} />
        </Notice>
      ) : (
        times > 0 && (
          <Notice key={times} tone="success" live>
            <p>A new link is on its way. Check your spam folder too.</p>
          </Notice>
        )
      )}
      <ResendButton what="link" onResend={() => onResend().then(() => setTimes(times + 1))} />
      <p className={styles.authSwitch}>
        Already verified? <Link to={paths.login}>Sign in</Link>
      </p>
    </>
  );
}
