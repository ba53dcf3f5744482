import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { onSessionLost } from '#web/lib/api.ts';
import { forgetEverything, refresh } from '#web/lib/use-api.ts';
import { useUser } from '#web/session/use-user.ts';
import { LoadingScreen } from '#web/ui/loading.tsx';
import { paths } from './paths.ts';
import type { LoginState } from './remembered-address.ts';

/** A page that comes back from the browser's back/forward memory may belong to a session that has ended. */
function askAgainOnReturn(event: PageTransitionEvent): void {
  if (event.persisted) void refresh(['user']);
}

/** Shows its children to people of these roles; remembers the address of everybody else and asks them to sign in. */
export function RoleGuard({ roles, children }: { roles: readonly ('admin' | 'user')[]; children: ReactNode }) {
  const { data: user, isLoading, isValidating } = useUser();
  const location = useLocation();

  useEffect(() => {
    const stop = onSessionLost(() => void forgetEverything());
    window.addEventListener('pageshow', askAgainOnReturn);
    return () => {
      stop();
      window.removeEventListener('pageshow', askAgainOnReturn);
    };
  }, []);

  if (!user) {
    if (isLoading || isValidating) return <LoadingScreen />;
    const state: LoginState = { from: location.pathname + location.search + location.hash };
    return <Navigate to={paths.login} replace state={state} />;
  }
  if (!roles.includes(user.role)) return <Navigate to={paths.dashboard} replace />;
  return children;
}
