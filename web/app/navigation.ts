import type { IconName } from '#web/ui/icon.tsx';
import { paths } from '#web/navigation/paths.ts';

/** A link of the top bar or the avatar menu. */
export type NavigationLink = { readonly to: string; readonly label: string; readonly icon: IconName };

const links: Readonly<Record<'admin' | 'user', readonly NavigationLink[]>> = {
  admin: [
    { to: paths.dashboard, label: 'Dashboard', icon: 'chart' },
    { to: paths.desk, label: 'Desk', icon: 'bolt' },
    { to: paths.users, label: 'Users', icon: 'users' },
    { to: paths.transactions, label: 'Transactions', icon: 'receipt' },
    { to: paths.audit, label: 'Audit Log', icon: 'shield' },
  ],
  user: [
    { to: paths.dashboard, label: 'Dashboard', icon: 'wallet' },
    { to: paths.activity, label: 'Activity', icon: 'receipt' },
    { to: paths.referralProgram, label: 'Referral Program', icon: 'gift' },
  ],
};

/** The top bar of a role. */
export function navigationOf(role: 'admin' | 'user'): readonly NavigationLink[] {
  return links[role];
}

/** The link to the security page. */
export const securityLink: NavigationLink = { to: paths.security, label: 'Security', icon: 'shield' };

/** The link to the payments that a cardholder reported. */
export const casesLink: NavigationLink = { to: paths.cases, label: 'Reported Payments', icon: 'alert' };

/** The link to the profile settings. */
export const settingsLink: NavigationLink = { to: paths.profileSettings, label: 'Profile Settings', icon: 'settings' };
