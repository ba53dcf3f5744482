import { useEffect, useState, type ReactNode } from 'react';
import { Redirect, rewriteEntry, useLocation } from '#web/navigation/router.tsx';
import { isSessionLoss } from '#web/lib/api-error.ts';
import { keepFor } from '#web/lib/kept-in-tab.ts';
import { isOtherPerson, onSessionLoss, reportSessionLoss, type SessionLoss } from '#web/lib/session-loss.ts';
import { refresh } from '#web/lib/use-api.ts';
import { keepDrafts } from '#web/lib/use-draft.ts';
import { useUser } from '#web/session/use-user.ts';
import { LoadingScreen } from '#web/ui/loading.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { paths } from '#web/navigation/paths.ts';
import type { LoginState } from '#web/navigation/remembered-address.ts';

// Fetched ahead by the frame, a while after the load.
const LazyOtherPerson = lazyPart(() => import('./offline-parts.ts').then((m) => m.OtherPerson));
const LazyUserFailure = lazyPart(() => import('./offline-parts.ts').then((m) => m.UserFailure));

/** Reads the user again when the page comes back from the browser's back/forward cache: the session may have ended. */
function askAgainOnReturn(event: PageTransitionEvent): void {
  if (event.persisted) void refresh(['user']);
}

/** Reports that another person has signed in: a tab that slept may have missed the other tab's note. */
function noticeOtherPerson(): void {
  if (document.visibilityState === 'visible' && isOtherPerson()) reportSessionLoss('other');
}

/**
 * Goes to the login page with a new document, so that nothing of the session stays in memory: neither replies nor
 * waiting calls.
 */
function leaveToLogin(state: LoginState): void {
  rewriteEntry(paths.login, state);
  window.location.reload();
}

/**
 * Shows its children to people of these roles. Sends everybody who is not signed in to the sign-in and remembers the
 * address; sends another role to the dashboard.
 */
export function RoleGuard({ roles, children }: { roles: readonly ('admin' | 'user')[]; children: ReactNode }) {
  const { data: user, error, isLoading, isValidating, mutate } = useUser();
  const location = useLocation();
  const [lost, setLost] = useState<SessionLoss>();
  // Before the children are drawn, because they read the kept drafts.
  if (user) keepFor(user._id);

  const isIn = user !== undefined && lost === undefined;
  // A guest who was never in has lost nothing.
  useEffect(() => {
    if (!isIn) return undefined;
    return onSessionLoss((why) => {
      keepDrafts();
      setLost(why);
      if (why === 'other') return;
      const { pathname, search, hash } = window.location;
      leaveToLogin({ from: pathname + search + hash, why });
    });
  }, [isIn]);
  useEffect(() => {
    window.addEventListener('pageshow', askAgainOnReturn);
    window.addEventListener('focus', noticeOtherPerson);
    document.addEventListener('visibilitychange', noticeOtherPerson);
    return () => {
      window.removeEventListener('pageshow', askAgainOnReturn);
      window.removeEventListener('focus', noticeOtherPerson);
      document.removeEventListener('visibilitychange', noticeOtherPerson);
    };
  }, []);

  if (lost === 'other') return <LazyOtherPerson />;
  if (lost !== undefined) return <LoadingScreen />;
  if (!user) {
    if (isLoading || isValidating) return <LoadingScreen />;
    if (error && !isSessionLoss(error)) return <LazyUserFailure error={error} onRetry={() => void mutate()} />;
    const why = error?.is('AccountSuspended') ? 'suspended' : undefined;
    const state: LoginState = { from: location.pathname + location.search + location.hash, why };
    return <Redirect to={paths.login} state={state} />;
  }
  if (!roles.includes(user.role)) return <Redirect to={paths.dashboard} />;
  return children;
}
