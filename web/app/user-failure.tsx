import { useEffect, useEffectEvent } from 'react';
import { type ApiError } from '#web/lib/api-error.ts';
import { onHintChange } from '#web/lib/session-hint.ts';
import { isOtherPerson } from '#web/lib/session-loss.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { paths } from '#web/navigation/paths.ts';
import styles from './app-layout.module.css';
import { LastBalancesPanel } from './last-balances-panel.tsx';

/**
 * Replaces a page when its person could not be read, which is not a sign-out. Shows the last balances without a
 * connection.
 */
export function UserFailure({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const isUnreached = error.status === undefined;
  const isOffline = isUnreached && !navigator.onLine;
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const connected = (): void => retry();
    window.addEventListener('online', connected);
    return () => window.removeEventListener('online', connected);
  }, []);
  return (
    <main className={styles.appMain} id="content">
      <h1>{isOffline ? 'You’re offline' : 'We couldn’t load your account'}</h1>
      <Notice tone={isOffline ? 'warning' : 'danger'} live>
        <FailureText error={error} />
        <Button onClick={onRetry}>Try again</Button>
        {!isOffline && (
          <LinkButton to={paths.login} variant="secondary">
            Sign in
          </LinkButton>
        )}
      </Notice>
      {isUnreached && <LastBalancesPanel />}
    </main>
  );
}

/**
 * Replaces a page when someone else has signed in in another tab. This tab then shows nothing of either person, until its
 * own person, or nobody, is signed in there.
 */
export function OtherPerson() {
  useEffect(
    () =>
      onHintChange(() => {
        if (!isOtherPerson()) window.location.reload();
      }),
    [],
  );
  return (
    <main className={styles.appMain} id="content">
      <h1>Another account is signed in</h1>
      <Notice tone="warning" live>
        <p>
          It signed in in another tab, so this one stopped. What you typed here is kept until you sign in to your
          account again.
        </p>
        {/* A fresh document: nothing of the earlier session stays in memory. */}
        <Button onClick={() => window.location.assign(paths.dashboard)}>Go to dashboard</Button>
      </Notice>
    </main>
  );
}
