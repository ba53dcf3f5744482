import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { LoadingScreen } from '#web/ui/loading.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { GuestOnly } from './guest-only.tsx';
import { LeaveTo } from './leave-to.tsx';
import { AppFrame, pages, type Page } from './pages.ts';
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

/** The routes of the app. Landing and legal pages are documents of their own; what is not known goes to the landing. */
export function AppRoutes() {
  return (
    <>
      <RouteFocus />
      <Routes>
        {pages.map((page) => (
          <Route key={page.path} path={page.path} element={<PageElement page={page} />} />
        ))}
        {[paths.terms, paths.privacy, paths.faq, paths.support].map((path) => (
          <Route key={path} path={path} element={<LeaveTo document={path} />} />
        ))}
        <Route path={paths.home} element={<Navigate to={paths.login} replace />} />
        <Route path="*" element={<LeaveTo document={paths.home} />} />
      </Routes>
    </>
  );
}
