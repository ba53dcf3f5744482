import type { CurrentUser } from '#web/session/use-user.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Time } from '#web/ui/time.tsx';

import styles from './admin-welcome.module.css';

/** What an admin sees: who is signed in. */
export function AdminWelcome({ user }: { readonly user: CurrentUser }) {
  return (
    <Panel title="Your profile">
      <dl className={styles.facts}>
        <div>
          <dt>Name</dt>
          <dd>
            {user.firstname} {user.lastname}
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{user.email}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>Admin</dd>
        </div>
        <div>
          <dt>Two-factor authentication</dt>
          <dd>{user.isTwoFactorEnabled ? 'On' : 'Off'}</dd>
        </div>
        <div>
          <dt>Member since</dt>
          <dd>
            <Time iso={user.createdAt} as="date" />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
