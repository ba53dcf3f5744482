import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FaqPage } from '#web/features/public/faq-page.tsx';
import { LandingPage } from '#web/features/public/landing-page.tsx';
import { PrivacyPage } from '#web/features/public/privacy-page.tsx';
import { SupportPage } from '#web/features/public/support-page.tsx';
import { TermsPage } from '#web/features/public/terms-page.tsx';
import { appStrokes } from '#web/ui/app-icons.ts';
import { addStrokes } from '#web/ui/icon.tsx';
import '#web/ui/tokens.css';
import '#web/ui/base.css';

addStrokes(appStrokes);

/** A page that is drawn at build time and needs no script. */
type PublicPage = {
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
};

function page(file: string, title: string, description: string, element: ReactElement): PublicPage {
  return { file, title, description, html: renderToStaticMarkup(element) };
}

/** Draws the pages without scripts. */
export function renderPublicPages(): readonly PublicPage[] {
  return [
    page(
      'index.html',
      'Satchel: manage your crypto-backed debit card',
      'Deposit any of 20 cryptocurrencies, create a virtual US-dollar card in seconds and pay at 40M+ merchants. No identity verification, no FX fees.',
      <LandingPage />,
    ),
    page('terms.html', 'Terms of service · Satchel', 'The agreement between you and Satchel.', <TermsPage />),
    page(
      'privacy.html',
      'Privacy policy · Satchel',
      'Satchel collects only an email, wallet addresses and card activity.',
      <PrivacyPage />,
    ),
    page('faq.html', 'FAQ · Satchel', 'Fees, limits, deposits and cards: what people ask us most.', <FaqPage />),
    page('support.html', 'Support · Satchel', 'How to reach us, around the clock.', <SupportPage />),
  ];
}
