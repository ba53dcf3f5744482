import { Suspense, useEffect, type ReactNode } from 'react';
import { matchPath } from '#web/navigation/match-path.ts';
import { Redirect, useLocation } from '#web/navigation/router.tsx';
import { LoadingScreen } from '#web/ui/loading.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { GuestOnly } from './guest-only.tsx';
import { AppFrame, pageAt, type Page } from './pages.ts';
import { paths } from '#web/navigation/paths.ts';
import { RouteFocus } from './route-focus.tsx';

function PageElement({ page }: { page: Page }) {
  // A page of a mailed link starts over for another one: a browser loads nothing new for another fragment.
  const { hash } = useLocation();
  const shown = <page.component key={page.isOfLink && hash} />;
  // Shows the loading screen in place of the frame. Inside the frame, the form that follows would move everything else.
  if (page.access === 'public' || page.access === 'guest') {
    const framed = (
      <Suspense fallback={<LoadingScreen />}>
        <AuthLayout>{shown}</AuthLayout>
      </Suspense>
    );
    return page.access === 'guest' ? <GuestOnly>{framed}</GuestOnly> : framed;
  }
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AppFrame roles={page.access}>
        <Suspense fallback={<LoadingScreen />}>{shown}</Suspense>
      </AppFrame>
    </Suspense>
  );
}

/** Goes to a document outside of the app, in place of the present address. */
function LeaveTo({ document }: { document: string }) {
  useEffect(() => {
    if (window.location.pathname !== document) window.location.replace(document);
    else window.location.replace('/');
  }, [document]);
  return <LoadingScreen />;
}

const documents = [paths.terms, paths.privacy, paths.faq, paths.support] as const;

/**
 * Returns the page for an address. Landing and legal pages are separate documents; an unknown address leads to the
 * landing.
 */
function elementAt(pathname: string): ReactNode {
  const page = pageAt(pathname);
  if (page) return <PageElement page={page} />;
  if (pathname === paths.home) return <Redirect to={paths.login} />;
  return <LeaveTo document={documents.find((path) => matchPath(path, pathname)) ?? paths.home} />;
}

/**
 * Shows the page at the present address. The router's `Routes` would add 3 kB: it ranks and nests, and this list is
 * flat.
 */
export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <>
      <RouteFocus />
      {elementAt(pathname)}
    </>
  );
}
