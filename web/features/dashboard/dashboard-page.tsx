import { useState } from 'react';

import { useUser } from '#web/session/use-user.ts';
import { LoadingScreen } from '#web/ui/loading.tsx';

import styles from './dashboard-page.module.css';
import { greet } from './greeting.ts';
import { LazyAdminDashboard } from './parts.ts';
import { UserDashboard } from './user-dashboard.tsx';

/** /dashboard: the greeting, and what the person's role has to do. */
export function DashboardPage() {
  const { data: user } = useUser();
  const [openedAt] = useState(() => new Date());
  if (!user) return <LoadingScreen />;
  return (
    <div className={styles.page}>
      <h1>{greet(user.firstname, openedAt)}</h1>
      {user.role === 'admin' ? <LazyAdminDashboard /> : <UserDashboard user={user} />}
    </div>
  );
}
