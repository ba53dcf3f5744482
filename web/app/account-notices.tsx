import { useWrite } from '#web/lib/use-api.ts';
import { paths } from '#web/navigation/paths.ts';
import type { CurrentUser } from '#web/session/use-user.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';
import styles from './app-layout.module.css';

/** Shows the states of the account that its owner must not overlook. The page that changes a state shows it itself. */
export function AccountNotices({ user }: { readonly user: CurrentUser }) {
  const { factorResetAt, lockedAt, termsDue } = user;
  return (
    <div className={styles.notices}>
      {user.mailReturned !== undefined && <MailReturnedNotice email={user.email} reason={user.mailReturned} />}
      {factorResetAt !== undefined && <ResetNotice at={factorResetAt} />}
      {lockedAt !== undefined && <LockedNotice />}
      {termsDue !== undefined && <TermsNotice version={termsDue} />}
    </div>
  );
}

/** Says on every page that mails do not arrive, with the way to change the address. */
function MailReturnedNotice({ email, reason }: { readonly email: string; readonly reason: 'bounce' | 'complaint' }) {
  return (
    <Notice tone="warning" title="Our emails to you do not arrive" live>
      <p>
        {reason === 'bounce' ? `Emails to ${email} come back.` : `An email to ${email} was marked as spam.`} We send no
        more there, so you would miss codes and warnings.
      </p>
      <p>
        <LinkButton to={paths.profileSettings} variant="secondary" size="sm">
          Change my email address
        </LinkButton>
      </p>
    </Notice>
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

/** Asks on every page to accept the present terms. */
function TermsNotice({ version }: { readonly version: string }) {
  const toast = useToast();
  const accept = useWrite('user.accept-terms', {
    repeatable: true,
    refresh: ['user'],
    onError: (error) => toast.error(error),
  });
  return (
    <Notice tone="warning" title="Our terms have changed" live>
      <p>
        Please read the <a href="/Terms">Terms</a> and accept them to add money, create cards and load them. Freezing
        and withdrawing work without.
      </p>
      <p>
        <Button size="sm" busy={accept.busy} onClick={() => void accept.run({ body: { version } })}>
          I accept the terms
        </Button>
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
