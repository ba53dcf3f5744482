import type { ComponentProps } from 'react';
import { Link, useParams } from '#web/navigation/router.tsx';

import type { Id } from '#shared/ids.ts';
import { useSubjectTitle } from '#web/navigation/document-title.ts';
import { href, paths } from '#web/navigation/paths.ts';
import { useRead } from '#web/lib/use-api.ts';
import { useMay } from '#web/session/use-may.ts';
import { useUser } from '#web/session/use-user.ts';
import { BackPage } from '#web/ui/back-page.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { emailWords } from '#web/ui/email-words.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';

import { AccountBadges } from './account-badges.tsx';
import { roleText, type UserStats } from './admin-words.ts';
import { FactorResetPanel } from './factor-reset-panel.tsx';
import { ProposeAdjustment } from './propose-adjustment.tsx';
import { UserAccess } from './user-access.tsx';
import { UserFile } from './user-file.tsx';
import { UserStatistics } from './user-statistics.tsx';
import styles from './user-page.module.css';

type UserId = Id<'user'>;

function isUserId(id: string | undefined): id is UserId {
  return id !== undefined && id.startsWith('usr_');
}

/** /users/:id: one person with their figures, and what an admin can do. */
export function UserPage() {
  const { id } = useParams(paths.user);
  return isUserId(id) ? <UserScreen key={id} userId={id} /> : <NoUser error={undefined} onRetry={undefined} />;
}

function UserScreen({ userId }: { readonly userId: UserId }) {
  const { data: stats, error, mutate } = useRead('admin.user', { params: { id: userId } });
  const mayChangeAccess = useMay('admin.suspend');
  const mayReset = useMay('admin.factor-reset');
  const mayAdjust = useMay('admin.propose-adjustment');
  const { data: me } = useUser();
  const user = stats?.user;
  const name = user && (`${user.firstname} ${user.lastname}`.trim() || emailWords(user.email));
  useSubjectTitle(name);
  if (!stats && error) return <NoUser error={error} onRetry={error.is('NotFound') ? undefined : () => void mutate()} />;
  return (
    <BackPage
      to={paths.users}
      back="Back to users"
      busy={!stats}
      heading={
        name ?? (
          <>
            <span className="visually-hidden">User</span>
            <Skeleton width="12rem" height="2rem" />
          </>
        )
      }
      beside={user && <AccountBadges user={user} />}
    >
      {stats ? (
        <>
          <div className={styles.columns}>
            <Profile user={stats.user} />
            {mayChangeAccess && stats.user.role === 'user' && !isErased(stats.user) && (
              <UserAccess
                user={stats.user}
                userId={userId}
                onChanged={(changed) => void mutate({ ...stats, user: changed })}
              />
            )}
          </div>
          <UserStatistics stats={stats} />
          <UserFile userId={userId} />
          {mayAdjust && me?._id !== userId && <ProposeAdjustment userId={userId} closed={stats.user.closed} />}
          {mayReset && stats.user.factors?.[0] && me?._id !== userId && (
            <FactorResetPanel reset={stats.factorReset} userId={userId} onChanged={() => void mutate()} />
          )}
          <p>
            <Link to={href.auditOf(userId)}>Audit log of this user</Link>
          </p>
        </>
      ) : (
        <DetailSkeleton />
      )}
    </BackPage>
  );
}

/** True for a closed account that nobody can open again: access to it is not changed. */
function isErased({ closed }: UserStats['user']): boolean {
  return closed !== undefined && closed.returnUntil === undefined;
}

function Profile({ user }: { readonly user: UserStats['user'] }) {
  return (
    <Panel title="Account">
      <dl className={styles.facts}>
        <div>
          <dt>Email</dt>
          <dd className={styles.email}>
            <EmailText email={emailWords(user.email)} />
          </dd>
        </div>
        <div>
          <dt>Balance</dt>
          <dd>
            <Money cents={user.balance} />
            {user.held > 0 && (
              <span className="muted">
                {' '}
                + <Money cents={user.held} /> set aside
              </span>
            )}
          </dd>
        </div>
        {user.closed && <ClosedFacts closed={user.closed} />}
        <div>
          <dt>Role</dt>
          <dd>{roleText(user)}</dd>
        </div>
        <div>
          <dt>Email verified</dt>
          <dd>{user.verified ? 'Yes' : 'No'}</dd>
        </div>
        {user.mailReturned !== undefined && (
          <div>
            <dt>Emails arrive</dt>
            <dd>{user.mailReturned === 'bounce' ? 'No, they come back' : 'No, one was marked as spam'}</dd>
          </div>
        )}
        <div>
          <dt>Cardholder</dt>
          <dd>{user.cardholderId === null ? 'Not registered with the card issuer yet' : 'Registered'}</dd>
        </div>
        <div>
          <dt>Joined</dt>
          <dd>
            <Time iso={user.createdAt} as="date-time" />
          </dd>
        </div>
        <div>
          <dt>User id</dt>
          <dd className={styles.id}>
            <code>{user._id}</code>
            <CopyButton value={user._id} label="Copy user id" variant="ghost" />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

function ClosedFacts({ closed }: { readonly closed: NonNullable<UserStats['user']['closed']> }) {
  const { at, returnUntil, unclaimed } = closed;
  return (
    <>
      <div>
        <dt>Closed</dt>
        <dd>
          <Time iso={at} as="date-time" />
        </dd>
      </div>
      <div>
        <dt>Can return until</dt>
        <dd>{returnUntil === undefined ? 'Erased, nobody can return' : <Time iso={returnUntil} as="date-time" />}</dd>
      </div>
      {unclaimed > 0 && (
        <div>
          <dt>{returnUntil === undefined ? 'Unclaimed' : 'Waits for the return'}</dt>
          <dd>
            <Money cents={unclaimed} />
          </dd>
        </div>
      )}
    </>
  );
}

function NoUser({ error, onRetry }: ComponentProps<typeof LoadFailure>) {
  return (
    <BackPage to={paths.users} back="Back to users" heading="User">
      {onRetry ? <LoadFailure error={error} onRetry={onRetry} /> : 'User not found.'}
    </BackPage>
  );
}

function DetailSkeleton() {
  return (
    <>
      <div className={styles.columns}>
        <Skeleton height="24rem" radius={20} />
        <Skeleton height="18rem" radius={20} />
      </div>
      <Skeleton height="12rem" radius={20} />
    </>
  );
}
