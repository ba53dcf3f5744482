import { lazyPart } from '#web/ui/lazy-part.tsx';

/** The dashboard's third panel, in a chunk of its own: what is above it comes first. */
export const LazyThirdPanel = lazyPart(() => import('./third-panel.tsx').then((m) => m.ThirdPanel));

/** An admin's view at /dashboard, with all of the admin's pages. */
export const LazyAdminDashboard = lazyPart(() =>
  import('#web/features/admin/admin-pages.ts').then((m) => m.AdminDashboard),
);
