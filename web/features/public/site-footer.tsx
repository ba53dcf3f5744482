import { footerLinks } from '#web/navigation/paths.ts';
import styles from './site-footer.module.css';

/** The foot of every page. Plain links: these pages are documents without scripts. */
export function SiteFooter() {
  return (
    <footer className={styles.siteFooter}>
      <nav aria-label="Footer">
        {footerLinks.map((link) => (
          <a key={link.href} href={link.href}>
            {link.label}
          </a>
        ))}
      </nav>
      <p>Satchel: manage your crypto-backed debit card.</p>
    </footer>
  );
}
