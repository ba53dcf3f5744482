import type { SectionLink } from './public-layout.tsx';

/** The landing's sections, from any other page. */
export const siteSections: readonly SectionLink[] = [
  { href: '/#features', label: 'Features' },
  { href: '/#how-it-works', label: 'How it works' },
  { href: '/#coins', label: 'Coins' },
  { href: '/#prices', label: 'Prices' },
  { href: '/#referrals', label: 'Referrals' },
];
