import type { ReactNode } from 'react';
import { CardDrawing } from '#web/ui/card-drawing.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { RestrictedNotice } from '#web/features/public/restricted-notice.tsx';
import { SiteFooter } from '#web/features/public/site-footer.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { useAfterLoad } from './use-after-load.ts';
import styles from './auth-layout.module.css';

const LazyGuestStatus = lazyPart(() => import('./service-status.tsx').then((m) => m.GuestStatus));

const points = [
  'Pay with 20 coins, spend in dollars',
  '40M+ merchants, no FX fees',
  'Freeze a card in one tap',
] as const;

/** The frame of sign-in, sign-up and the pages around them: the form at one side, the product at the other. */
export function AuthLayout({ children }: { children: ReactNode }) {
  const isAfterLoad = useAfterLoad();
  return (
    <div className={styles.auth}>
      <header className={styles.authBar}>
        <a href="/" className={styles.authHome} aria-label="Satchel, home">
          <Logo />
        </a>
        <ThemeToggle />
      </header>
      <div className={styles.authColumns}>
        <main className={styles.authMain} id="content">
          {children}
          <RestrictedNotice />
        </main>
        <aside className={styles.authAside} aria-label="About Satchel">
          <p className={styles.authTagline}>
            Manage your <span>crypto-backed</span> debit card
          </p>
          <div className={styles.authArt}>
            <CardDrawing />
            <p className={styles.authChip} aria-hidden="true">
              <Icon name="check" size={16} />
              Paid in Tokyo, ¥2,400
            </p>
          </div>
          <ul className={styles.authPoints}>
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
      {isAfterLoad && <LazyGuestStatus />}
    </div>
  );
}
