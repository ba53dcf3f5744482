import type { ReactNode } from 'react';
import { ToastProvider } from '#web/ui/toast.tsx';
import { AppRoutes } from './app-routes.tsx';
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import '#web/ui/print.css';

/** The app inside a given router: the browser's, or the build's when it prerenders a page. */
export function App({ router: Router }: { router: (children: ReactNode) => ReactNode }) {
  return <ToastProvider>{Router(<AppRoutes />)}</ToastProvider>;
}
