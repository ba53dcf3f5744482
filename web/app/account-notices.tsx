import { paths } from '#web/navigation/paths.ts';
import type { CurrentUser } from '#web/session/use-user.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Time } from '#web/ui/time.tsx';
import styles from './app-layout.module.css';

/** The states of the account that its owner must not overlook. The page that changes them shows them itself. */
export function AccountNotices({ user: { factorResetAt, lockedAt } }: { readonly user: CurrentUser }) {
  return (
    <div className={styles.notices}>
      {factorResetAt !== undefined && <ResetNotice at={factorResetAt} />}
      {lockedAt !== undefined && <LockedNotice />}
    </div>
  );
}

/** Warns on every page that the person's sign-in factors are about to be removed, with the way to stop that. */
function ResetNotice({ at }: { readonly at: string }) {
  return (
    <Notice tone="danger" title="Your app, passkeys and recovery codes are about to be removed" live>
      <p>
        That happens on <Time iso={at} as="date-time" />, because support was asked to.
      </p>
      <p>
        <LinkButton to={paths.security} variant="secondary" size="sm">
          See or cancel it
        </LinkButton>
      </p>
    </Notice>
  );
}

/** Says on every page that the person's own lock is on, with the way to end it. */
function LockedNotice() {
  return (
    <Notice tone="warning" title="Your account is locked" live>
      <p>All your cards are frozen. Loads, new cards, payouts and card details are off.</p>
      <p>
        <LinkButton to={paths.security} variant="secondary" size="sm">
          Unlock in Security
        </LinkButton>
      </p>
    </Notice>
  );
}
