import { Suspense, type ReactNode } from 'react';
import { matchPath } from '#web/router/match-path.ts';
import { Navigate } from '#web/router/navigate.tsx';
import { usePlace } from '#web/router/use-place.ts';
import { LoadingScreen } from '#web/ui/loading.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { GuestOnly } from './guest-only.tsx';
import { LeaveTo } from './leave-to.tsx';
import { AppFrame, pageAt, type Page } from './pages.ts';
import { paths } from './paths.ts';
import { RouteFocus } from './route-focus.tsx';

function PageElement({ page }: { page: Page }) {
  const shown = (
    <Suspense fallback={<LoadingScreen />}>
      <page.component />
    </Suspense>
  );
  if (page.access === 'public') return <AuthLayout>{shown}</AuthLayout>;
  if (page.access === 'guest')
    return (
      <GuestOnly>
        <AuthLayout>{shown}</AuthLayout>
      </GuestOnly>
    );
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AppFrame roles={page.access}>{shown}</AppFrame>
    </Suspense>
  );
}

const documents = [paths.terms, paths.privacy, paths.faq, paths.support] as const;

/** What is shown at an address. Landing and legal pages are documents of their own; what is not known goes to the landing. */
function elementAt(pathname: string): ReactNode {
  const page = pageAt(pathname);
  if (page) return <PageElement page={page} />;
  if (pathname === paths.home) return <Navigate to={paths.login} />;
  return <LeaveTo document={documents.find((path) => matchPath(path, pathname)) ?? paths.home} />;
}

/** The page at the present address. */
export function AppRoutes() {
  const { pathname } = usePlace();
  return (
    <>
      <RouteFocus />
      {elementAt(pathname)}
    </>
  );
}
