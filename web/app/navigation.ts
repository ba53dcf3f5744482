import type { IconName } from '#web/ui/icon.tsx';
import { pages } from './pages.ts';
import { paths } from './paths.ts';

/** A link of the top bar or the avatar menu. */
export type NavigationLink = { readonly to: string; readonly label: string; readonly icon: IconName };

const links: Readonly<Record<'admin' | 'user', readonly NavigationLink[]>> = {
  admin: [
    { to: paths.dashboard, label: 'Dashboard', icon: 'chart' },
    { to: paths.users, label: 'Users', icon: 'users' },
    { to: paths.transactions, label: 'Transactions', icon: 'receipt' },
  ],
  user: [
    { to: paths.dashboard, label: 'Dashboard', icon: 'wallet' },
    { to: paths.referralProgram, label: 'Referral Program', icon: 'gift' },
  ],
};

function hasPage(link: NavigationLink): boolean {
  return pages.some((page) => page.path === link.to);
}

/** The top bar of a role: only what has a page. */
export function navigationOf(role: 'admin' | 'user'): readonly NavigationLink[] {
  return links[role].filter(hasPage);
}

/** Profile settings, when they have a page. */
export function settingsLink(): readonly NavigationLink[] {
  const link: NavigationLink = { to: paths.profileSettings, label: 'Profile Settings', icon: 'settings' };
  return [link].filter(hasPage);
}
