import type { ReactNode } from 'react';
import { matchPath } from '#web/navigation/match-path.ts';
import { paths } from '#web/navigation/paths.ts';
import { preloadPagesBy } from '#web/navigation/preload-page.ts';
import { preloadable, type Preloadable } from './preloadable.ts';

/** Access to a page: everyone, guests only, or people of these roles. */
export type PageAccess = 'public' | 'guest' | readonly ('admin' | 'user')[];

/** A page of the app. */
export type Page = {
  readonly path: string;
  readonly title: string;
  readonly access: PageAccess;
  readonly component: Preloadable;
  /** True for the page of a mailed link, whose fragment is its token. */
  readonly isOfLink?: true;
};

const adminPages = () => import('#web/features/admin/admin-pages.ts');

const caseParts = () => import('#web/features/cases/case-parts.ts');

/** The app's pages. Navigation shows only what is here. */
export const pages: readonly Page[] = [
  {
    path: paths.login,
    title: 'Sign in',
    access: 'guest',
    component: preloadable(() => import('#web/features/auth/login-page.tsx').then((m) => m.LoginPage)),
  },
  {
    path: paths.signup,
    title: 'Create account',
    access: 'guest',
    component: preloadable(() => import('#web/features/auth/signup-page.tsx').then((m) => m.SignupPage)),
  },
  {
    path: paths.forgotPassword,
    title: 'Forgot password',
    access: 'guest',
    component: preloadable(() => import('#web/features/auth/mailed-link-pages.ts').then((m) => m.ForgotPasswordPage)),
  },
  {
    path: paths.resetPassword,
    title: 'New password',
    access: 'guest',
    component: preloadable(() => import('#web/features/auth/mailed-link-pages.ts').then((m) => m.ResetPasswordPage)),
  },
  {
    path: paths.verifyEmail,
    title: 'Verify your email',
    access: 'public',
    component: preloadable(() => import('#web/features/auth/mailed-link-pages.ts').then((m) => m.VerifyEmailPage)),
  },
  {
    path: paths.undoEmailChange,
    title: 'Undo the email change',
    isOfLink: true,
    access: 'public',
    component: preloadable(() => import('#web/features/auth/mailed-link-pages.ts').then((m) => m.UndoEmailChangePage)),
  },
  {
    path: paths.cancelFactorReset,
    title: 'Cancel the reset',
    isOfLink: true,
    access: 'public',
    component: preloadable(() =>
      import('#web/features/auth/mailed-link-pages.ts').then((m) => m.CancelFactorResetPage),
    ),
  },
  {
    path: paths.freezeCard,
    title: 'Freeze your card',
    isOfLink: true,
    access: 'public',
    component: preloadable(() => import('#web/features/auth/mailed-link-pages.ts').then((m) => m.FreezeCardPage)),
  },
  {
    path: paths.notifications,
    title: 'Notifications',
    access: ['admin', 'user'],
    component: preloadable(() =>
      import('#web/features/notifications/notification-parts.ts').then((m) => m.NotificationsPage),
    ),
  },
  {
    path: paths.dashboard,
    title: 'Dashboard',
    access: ['admin', 'user'],
    component: preloadable(() => import('#web/features/dashboard/dashboard-page.tsx').then((m) => m.DashboardPage)),
  },
  {
    path: paths.card,
    title: 'Card',
    access: ['user'],
    component: preloadable(() => import('#web/features/cards/card-page.tsx').then((m) => m.CardPage)),
  },
  {
    path: paths.activity,
    title: 'Activity',
    access: ['user'],
    component: preloadable(() => import('#web/features/history/activity-page.tsx').then((m) => m.ActivityPage)),
  },
  {
    path: paths.cases,
    title: 'Reported payments',
    access: ['user'],
    component: preloadable(() => caseParts().then((m) => m.CasesPage)),
  },
  {
    path: paths.case,
    title: 'Reported payment',
    access: ['user'],
    component: preloadable(() => caseParts().then((m) => m.CasePage)),
  },
  {
    path: paths.dataExport,
    title: 'Your data',
    isOfLink: true,
    access: ['user'],
    component: preloadable(() =>
      import('#web/features/data-export/data-export-parts.ts').then((m) => m.DataExportPage),
    ),
  },
  {
    path: paths.transactions,
    title: 'Transactions',
    access: ['admin'],
    component: preloadable(() => adminPages().then((m) => m.AllTransactionsPage)),
  },
  {
    path: paths.users,
    title: 'Users',
    access: ['admin'],
    component: preloadable(() => import('#web/features/admin/users-page.tsx').then((m) => m.UsersPage)),
  },
  {
    path: paths.user,
    title: 'User',
    access: ['admin'],
    component: preloadable(() => adminPages().then((m) => m.UserPage)),
  },
  {
    path: paths.audit,
    title: 'Audit Log',
    access: ['admin'],
    component: preloadable(() => adminPages().then((m) => m.AuditPage)),
  },
  {
    path: paths.desk,
    title: 'Desk',
    access: ['admin'],
    component: preloadable(() => adminPages().then((m) => m.DeskPage)),
  },
  {
    path: paths.float,
    title: 'Float',
    access: ['admin'],
    component: preloadable(() => adminPages().then((m) => m.FloatPage)),
  },
  {
    path: paths.referralProgram,
    title: 'Referral Program',
    access: ['user'],
    component: preloadable(() => import('./member-parts.ts').then((m) => m.ReferralPage)),
  },
  {
    path: paths.profileSettings,
    title: 'Profile Settings',
    access: ['admin', 'user'],
    component: preloadable(() => import('./member-parts.ts').then((m) => m.SettingsPage)),
  },
  {
    path: paths.security,
    title: 'Security',
    access: ['admin', 'user'],
    component: preloadable(() => import('#web/features/security/security-page.tsx').then((m) => m.SecurityPage)),
  },
];

/** The frame of the pages behind the sign-in: guests never fetch it. */
export const AppFrame = preloadable<{ roles: readonly ('admin' | 'user')[]; children: ReactNode }>(() =>
  import('./app-frame.tsx').then((m) => m.AppFrame),
);

/** The page at an address. */
export function pageAt(pathname: string): Page | undefined {
  return pages.find((page) => matchPath(page.path, pathname) !== undefined);
}

// Features preload a page by its address; only the app knows which chunks the page needs.
preloadPagesBy(async (pathname) => {
  const page = pageAt(pathname);
  if (!page) return;
  const framed = page.access !== 'guest' && page.access !== 'public';
  await Promise.all([page.component.preload(), framed && AppFrame.preload()]).catch(() => undefined);
});
