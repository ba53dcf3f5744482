import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { onSessionLost } from '#web/lib/api.ts';
import { forgetEverything, useRead } from '#web/lib/use-api.ts';
import { useUser } from '#web/session/use-user.ts';
import { LoadingScreen } from '#web/ui/loading.tsx';
import { paths, returnAddress } from './paths.ts';

/** What the login page is told of where the visitor wanted to go. */
export type LoginState = { readonly from: string };

/** Where the guard sent the visitor from, or undefined. */
export function rememberedAddress(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined;
  return typeof state.from === 'string' ? state.from : undefined;
}

/** Shows its children to people of these roles; remembers the address of everybody else and asks them to sign in. */
export function RoleGuard({ roles, children }: { roles: readonly ('admin' | 'user')[]; children: ReactNode }) {
  const { data: user, isLoading, isValidating } = useUser();
  const location = useLocation();

  useEffect(() => onSessionLost(() => void forgetEverything()), []);

  if (!user) {
    if (isLoading || isValidating) return <LoadingScreen />;
    const state: LoginState = { from: location.pathname + location.search + location.hash };
    return <Navigate to={paths.login} replace state={state} />;
  }
  if (!roles.includes(user.role)) return <Navigate to={paths.dashboard} replace />;
  return children;
}

/** Shows its children at once and leaves for the dashboard when it turns out that somebody is signed in. */
export function GuestOnly({ children }: { children: ReactNode }) {
  const { state } = useLocation();
  const from = rememberedAddress(state);
  // The guard has just learnt that nobody is signed in: no need to ask again.
  const { data: user } = useRead('user.read', from === undefined ? {} : null);
  return user ? <Navigate to={returnAddress(from)} replace /> : children;
}
