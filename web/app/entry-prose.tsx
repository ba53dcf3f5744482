import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FaqPage } from '#web/features/public/faq-page.tsx';
import { PrivacyPage } from '#web/features/public/privacy-page.tsx';
import { SupportPage } from '#web/features/public/support-page.tsx';
import { TermsPage } from '#web/features/public/terms-page.tsx';
import { appStrokes } from '#web/ui/app-icons.ts';
import { addStrokes } from '#web/ui/icon.tsx';
import '#web/ui/tokens.css';
import '#web/ui/base.css';
import '#web/ui/print.css';
import type { StaticPage } from './static-page.ts';

addStrokes(appStrokes);

function page(file: string, title: string, description: string, element: ReactElement): StaticPage {
  return { file, title: `${title} · Satchel`, description, html: renderToStaticMarkup(element) };
}

/** Draws the pages of text. */
export function renderProsePages(): readonly StaticPage[] {
  return [
    page('terms.html', 'Terms of service', 'The agreement between you and Satchel.', <TermsPage />),
    page(
      'privacy.html',
      'Privacy policy',
      'Satchel collects only an email, wallet addresses and card activity.',
      <PrivacyPage />,
    ),
    page('faq.html', 'FAQ', 'Fees, limits, deposits and cards: the questions we hear most.', <FaqPage />),
    page('support.html', 'Support', 'How to reach us, around the clock.', <SupportPage />),
  ];
}
