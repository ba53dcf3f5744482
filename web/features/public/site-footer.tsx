import { footerLinks } from '#web/navigation/paths.ts';
import './site-footer.css';

/** The foot of every page. Plain links: these pages are documents without scripts. */
export function SiteFooter() {
  return (
    <footer className="site-footer">
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
