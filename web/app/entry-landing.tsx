import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from '#web/features/public/landing-page.tsx';
import { appStrokes } from '#web/ui/app-icons.ts';
import { addStrokes } from '#web/ui/icon.tsx';
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import '#web/ui/print.css';
import type { StaticPage } from './static-page.ts';

addStrokes(appStrokes);

/** Draws the landing page with styles that no other page shares, so that it comes in one round trip. */
export function renderLanding(): readonly StaticPage[] {
  return [
    {
      file: 'index.html',
      title: 'Satchel: manage your crypto-backed debit card',
      description:
        'Deposit any of 20 cryptocurrencies, create a virtual US-dollar card in seconds and pay at 40M+ merchants. No identity verification, no FX fees.',
      html: renderToStaticMarkup(<LandingPage />),
    },
  ];
}
