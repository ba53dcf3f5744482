import type { Merchant } from '../engine/merchants.ts';

/** A shop's logo as SVG: its initials on its colour. */
export function shopLogo({ name, colour }: Merchant): string {
  const initials = name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="${name}">` +
    `<clipPath id="c"><rect width="64" height="64" rx="18"/></clipPath><g clip-path="url(#c)">` +
    `<rect width="64" height="64" fill="${colour}"/><circle cx="56" cy="6" r="26" fill="#fff" opacity=".14"/></g>` +
    `<text x="32" y="41" text-anchor="middle" font-family="Georgia,serif" font-size="26" font-weight="700" fill="#fff">` +
    `${initials}</text></svg>`
  );
}
