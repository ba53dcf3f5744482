/** Every address of the site that has a page of its own, as the router matches it. */
export const paths = {
  home: '/',
  terms: '/terms',
  privacy: '/privacy',
  faq: '/faq',
  support: '/support',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/password/forgot',
  resetPassword: '/password/reset',
  verifyEmail: '/email/verify/:code',
  undoEmailChange: '/email/undo',
  cancelFactorReset: '/factor-reset/cancel',
  freezeCard: '/freeze-card',
  dataExport: '/data-export',
  dashboard: '/dashboard',
  notifications: '/notifications',
  activity: '/activity',
  cases: '/cases',
  case: '/cases/:id',
  transactions: '/transactions',
  users: '/users',
  user: '/users/:id',
  audit: '/audit',
  desk: '/admin/desk',
  float: '/admin/float',
  referralProgram: '/referral-program',
  card: '/cards/:id',
  profileSettings: '/profile-settings',
  security: '/security',
} as const;

/** Makes the address of a page that needs something in it. */
export const href = {
  card: (id: string): string => `/cards/${encodeURIComponent(id)}`,
  case: (id: string): string => `/cases/${encodeURIComponent(id)}`,
  user: (id: string): string => `/users/${encodeURIComponent(id)}`,
  auditOf: (subjectId: string): string => `/audit?subject=${encodeURIComponent(subjectId)}`,
  verifyEmail: (code: string): string => `/email/verify/${encodeURIComponent(code)}`,
  signup: (referrerId?: string): string =>
    referrerId ? `${paths.signup}?ref=${encodeURIComponent(referrerId)}` : paths.signup,
} as const;

/** The footer's links, in the spelling that people have linked to. They are documents of their own, not pages of the app. */
export const footerLinks = [
  { href: '/', label: 'Home' },
  { href: '/Terms', label: 'Terms' },
  { href: '/Privacy', label: 'Privacy' },
  { href: '/faq', label: 'FAQ' },
  { href: '/support', label: 'Support' },
] as const;

/** Returns the address to go to after a sign-in: the remembered one if it is ours, else the dashboard. */
export function returnAddress(remembered: unknown): string {
  return typeof remembered === 'string' && /^\/(?![/\\])/.test(remembered) ? remembered : paths.dashboard;
}
