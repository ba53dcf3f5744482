import { useLocation } from '#web/navigation/router.tsx';
import { TwoFactorPanel } from '#web/features/settings/two-factor-panel.tsx';
import { useRead, useWrite } from '#web/lib/use-api.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { LoadingScreen } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { AppPanel } from './app-panel.tsx';
import { LogPanel } from './log-panel.tsx';
import { LockPanel } from './lock-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';
import styles from './security.module.css';
import { SessionsPanel } from './sessions-panel.tsx';

/** /security: what protects the account beside the password, where it is signed in, and the lock. */
export function SecurityPage() {
  const { data: user } = useUser();
  const { data: security, error, mutate } = useRead('user.security', {});
  const state = useLocation().state as { readonly factorRequired?: boolean } | null;
  if (!user) return <LoadingScreen />;
  const isProtected = security !== undefined && (security.totp || security.passkeys.length > 0);
  // An admin without a factor may do nothing else. A call that was refused for it led here.
  const isHeld = state?.factorRequired === true && !isProtected;
  return (
    <div className={styles.page}>
      <div>
        <h1>Security</h1>
        <p className="muted">How you sign in, and where you’re signed in.</p>
      </div>
      {isHeld && (
        <Notice tone="warning" title="Add an app or a passkey to continue" live>
          <p>Admins need one of them. Everything else opens once you’ve added it.</p>
        </Notice>
      )}
      {/* First, because people who look for the lock are in a hurry. */}
      {user.role === 'user' && <LockPanel isLocked={user.lockedAt !== undefined} />}
      {security?.factorReset && <ResetNotice at={security.factorReset.at} />}
      {security ? (
        <>
          <AppPanel isOn={security.totp} hasPasskeys={security.passkeys.length > 0} />
          <PasskeysPanel passkeys={security.passkeys} hasApp={security.totp} />
          {isProtected && <RecoveryPanel left={security.recoveryCodesLeft} />}
        </>
      ) : (
        <Panel title="Authenticator app" busy={!error}>
          {error ? <LoadFailure error={error} onRetry={() => void mutate()} /> : <Skeleton height={72} />}
        </Panel>
      )}
      {!isHeld && (
        <>
          <TwoFactorPanel user={user} isReplaced={isProtected} />
          <SessionsPanel />
          <LogPanel />
        </>
      )}
    </div>
  );
}

/** Warns of an approved reset, with the button that cancels it. */
function ResetNotice({ at }: { readonly at: string }) {
  const toast = useToast();
  const cancel = useWrite('user.cancel-factor-reset', {
    refresh: ['user'],
    onSuccess: () => toast.success('The reset is canceled.'),
    onError: (error) => toast.error(error),
  });
  return (
    <Notice tone="danger" title="Your app, passkeys and recovery codes are about to be removed" live>
      <p>
        That happens on <Time iso={at} as="date-time" />, because support was asked to. If you didn’t ask, or you found
        one of them, cancel it.
      </p>
      <p>
        <Button variant="secondary" size="sm" busy={cancel.busy} onClick={() => void cancel.run({})}>
          Cancel the reset
        </Button>
      </p>
    </Notice>
  );
}
