import type { ReactNode } from 'react';
import { CardDrawing } from '#web/ui/card-drawing.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { RestrictedNotice } from '#web/features/public/restricted-notice.tsx';
import { SiteFooter } from '#web/features/public/site-footer.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import './auth-layout.css';

const points = [
  'Pay with 20 coins, spend in dollars',
  '40M+ merchants, no FX fees',
  'Freeze a card in one tap',
] as const;

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
          <p className="auth-tagline">
            Manage your <span>crypto-backed</span> debit card
          </p>
          <div className="auth-art">
            <CardDrawing />
            <p className="auth-chip" aria-hidden="true">
              <Icon name="check" size={16} />
              Paid in Tokyo, ¥2,400
            </p>
          </div>
          <ul className="auth-points">
            {points.map((point) => (
              <li key={point}>
                <Icon name="check" size={18} />
                {point}
              </li>
            ))}
          </ul>
        </aside>
      </div>
      <SiteFooter />
    </div>
  );
}
