import type { ReactNode } from 'react';
import { SiteFooter } from '#web/features/public/site-footer.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import styles from './public-layout.module.css';

/** A link of the landing's own sections. */
export type SectionLink = { readonly href: string; readonly label: string };

/** Head and foot of the pages without scripts. */
export function PublicLayout({ sections = [], children }: { sections?: readonly SectionLink[]; children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className={styles.publicBar}>
        <div className={styles.publicBarInner}>
          <a href="/" className={styles.publicHome} aria-label="Satchel, home">
            <Logo />
          </a>
          {sections.length > 0 && (
            <nav className={styles.publicNav} aria-label="On this page">
              {sections.map((section) => (
                <a key={section.href} href={section.href}>
                  {section.label}
                </a>
              ))}
            </nav>
          )}
          <div className={styles.publicActions}>
            <a href="/login" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
              Sign In
            </a>
            <a href="/signup" className={buttonClass({ size: 'sm' })}>
              Create account
            </a>
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </>
  );
}
