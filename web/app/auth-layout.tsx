import type { ReactNode } from 'react';
import { CardDrawing } from '#web/ui/card-drawing.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { RestrictedNotice } from './restricted-notice.tsx';
import { SiteFooter } from './site-footer.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import './auth-layout.css';

/** The frame of sign-in, sign-up and what belongs to them: the form at one side, the product at the other. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="auth">
      <header className="auth-bar">
        <a href="/" className="auth-home" aria-label="Satchel, home">
          <Logo />
        </a>
        <ThemeToggle />
      </header>
      <div className="auth-columns">
        <main className="auth-main" id="content">
          {children}
          <RestrictedNotice />
        </main>
        <aside className="auth-aside" aria-label="About Satchel">
          <CardDrawing />
          <p className="auth-tagline">
            Manage your <span>crypto-backed</span> debit card
          </p>
          <ul className="auth-points">
            <li>Pay with 20 coins, spend in dollars</li>
            <li>40M+ merchants, no FX fees</li>
            <li>Freeze a card in one tap</li>
          </ul>
        </aside>
      </div>
      <SiteFooter />
    </div>
  );
}
