import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link, navigate, useLocation } from '#web/navigation/router.tsx';
import { referralToShow } from '#web/session/referral-notice.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { call } from '#web/lib/api.ts';
import { onFactorRequired } from '#web/lib/factor-required.ts';
import { forgetTab } from '#web/lib/kept-in-tab.ts';
import { useUser, type CurrentUser } from '#web/session/use-user.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { casesLink, navigationOf, securityLink, settingsLink } from './navigation.ts';
import { preloadPageAt } from '#web/navigation/preload-page.ts';
import { PaletteButton } from './palette-button.tsx';
import { paths } from '#web/navigation/paths.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { Bell } from '#web/features/notifications/bell.tsx';
import { SiteFooter } from '#web/features/public/site-footer.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { useAfterLoad } from './use-after-load.ts';
import styles from './app-layout.module.css';

const LazyReferralNoticeModal = lazyPart(() => import('#web/app/member-parts.ts').then((m) => m.ReferralNoticeModal));

/** Few accounts have a notice, so the first load leaves this part out. */
const LazyAccountNotices = lazyPart(() => import('./account-notices.tsx').then((m) => m.AccountNotices));

function noticeOf({ factorResetAt, lockedAt, termsDue, mailReturned }: CurrentUser): string | undefined {
  return factorResetAt ?? lockedAt ?? termsDue ?? mailReturned;
}

const LazyAppStatus = lazyPart(() => import('./offline-parts.ts').then((m) => m.AppStatus));

/** Shows the outcome of the referral once, to a cardholder who has just verified the email address. */
function ReferralNotice({ balance }: { readonly balance: number }) {
  const [outcome, setOutcome] = useState(referralToShow);
  if (!outcome) return null;
  return <LazyReferralNoticeModal outcome={outcome} balance={balance} onClose={() => setOutcome(undefined)} />;
}

/** Top bar, content, footer: the frame of every page of a signed-in person. */
export function AppLayout({ children }: { children: ReactNode }) {
  const { data: user } = useUser();
  const { pathname, search } = useLocation();
  const isAfterLoad = useAfterLoad();
  const content = useRef<HTMLElement>(null);
  useEffect(
    () => onFactorRequired(() => navigate(paths.security, { replace: true, state: { factorRequired: true } })),
    [],
  );
  return (
    <div className={styles.app}>
      <a
        className="skip-link"
        href="#content"
        onClick={(event) => {
          // Does not follow the link: Back to an address with `#content` would move the focus there again.
          event.preventDefault();
          content.current?.focus();
        }}
      >
        Skip to content
      </a>
      <header className={styles.appBar}>
        <div className={styles.appBarInner}>
          <Link to={paths.dashboard} className={styles.appHome} aria-label="Satchel, dashboard">
            <Logo />
          </Link>
          {user && <TopNavigation user={user} />}
          <div className={styles.appBarEnd}>
            {user && <PaletteButton user={user} />}
            {user && <Bell />}
            <ThemeToggle />
            {user && <AvatarMenu user={user} />}
          </div>
        </div>
      </header>
      <main className={styles.appMain} id="content" tabIndex={-1} ref={content}>
        {user && noticeOf(user) && pathname !== paths.security && <LazyAccountNotices user={user} />}
        {children}
      </main>
      <SiteFooter />
      {user && isAfterLoad && <LazyAppStatus />}
      {user && <ProofDialog email={user.email} />}
      {user?.role === 'user' && pathname === paths.dashboard && !search && <ReferralNotice balance={user.balance} />}
    </div>
  );
}

function TopNavigation({ user }: { user: CurrentUser }) {
  const { pathname } = useLocation();
  return (
    <nav className={styles.appNav} aria-label="Main">
      {navigationOf(user.role).map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={`${pathname}/`.startsWith(`${to}/`) ? 'page' : undefined}
          className={styles.appNavLink}
          onPointerEnter={() => void preloadPageAt(to)}
          onFocus={() => void preloadPageAt(to)}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function AvatarMenu({ user }: { user: CurrentUser }) {
  const toast = useToast();
  const fullName = `${user.firstname} ${user.lastname}`.trim();
  const initials = `${user.firstname.charAt(0)}${user.lastname.charAt(0)}`.toUpperCase();

  async function logOut(): Promise<void> {
    try {
      await call('auth.logout');
      forgetTab();
      // A fresh document: nothing of the session stays in memory, the cached user included.
      window.location.assign(paths.login);
    } catch (error) {
      toast.error(error);
    }
  }

  const items: MenuItem[] = [
    ...navigationOf(user.role).map(({ to, label, icon }) => ({ key: to, to, label, icon, smallScreenOnly: true })),
    { key: settingsLink.to, ...settingsLink },
    { key: securityLink.to, ...securityLink },
    ...(user.role === 'user' ? [{ key: casesLink.to, ...casesLink }] : []),
    { key: 'logout', label: 'Logout', icon: 'logout', onSelect: () => void logOut() },
  ];
  return (
    <Menu
      label="Account menu"
      trigger={<span className={styles.avatar} aria-hidden="true" data-initials={initials || '?'} />}
      header={
        <>
          <p className={styles.avatarName}>{fullName}</p>
          <p className={styles.avatarEmail}>
            <EmailText email={user.email} />
          </p>
        </>
      }
      items={items}
    />
  );
}
