// Imported first, so that the styles of this page override these.
import '#web/ui/questions.css';
import './feature-art.module.css';
import { buttonClass } from '#web/ui/button.tsx';
import { CoinsSection } from './coins-section.tsx';
import { cardQuestions, QuestionList } from './faq.tsx';
import { FeaturesSection } from './features-section.tsx';
import { Hero } from './hero.tsx';
import { HowSection } from './how-section.tsx';
import { PricesSection } from './prices-section.tsx';
import { PublicLayout } from './public-layout.tsx';
import { ReferralsSection } from './referrals-section.tsx';
import { restrictedCountries } from './restricted-countries.ts';
import { RestrictedNotice } from './restricted-notice.tsx';
import { classNames } from '#web/ui/class-names.ts';
import styles from './landing-page.module.css';

const sections = [
  { href: '#features', label: 'Features' },
  { href: '#how-it-works', label: 'How it works' },
  { href: '#coins', label: 'Coins' },
  { href: '#prices', label: 'Prices' },
  { href: '#referrals', label: 'Referrals' },
  { href: '#faq', label: 'FAQ' },
] as const;

/** The landing page: static, without a script. */
export function LandingPage() {
  return (
    <PublicLayout sections={sections}>
      <Hero />
      <FeaturesSection />
      <HowSection />
      <CoinsSection />
      <PricesSection />
      <ReferralsSection />
      <section className={styles.band} id="faq" aria-labelledby="faq-title">
        <div className={classNames(styles.bandInner, styles.columns)}>
          <div className={styles.bandHead}>
            <h2 id="faq-title">Questions, answered</h2>
            <p>
              More on the <a href="/faq">FAQ page</a>, and <a href="/support">support</a> is there 24/7.
            </p>
          </div>
          <QuestionList questions={cardQuestions} />
        </div>
      </section>
      <section className={classNames(styles.band, styles.closing)} aria-labelledby="closing-title">
        <div className={styles.bandInner}>
          <div className={styles.closingBox}>
            <h2 id="closing-title">Your first card is a few minutes away</h2>
            <p>An email, a name and a password. Then pay with the coin you hold.</p>
            <div className={styles.heroActions}>
              <a href="/signup" className={buttonClass({ size: 'lg' })}>
                Create account
              </a>
              <a href="/login" className={buttonClass({ variant: 'secondary', size: 'lg' })}>
                Sign In
              </a>
            </div>
          </div>
          <RestrictedSection />
        </div>
      </section>
    </PublicLayout>
  );
}

/** People who cannot be served, before anybody signs up: the notice, and the countries behind one click. */
function RestrictedSection() {
  return (
    <div className={styles.restricted}>
      <RestrictedNotice />
      <details className="question">
        <summary>
          <span>Restricted countries</span>
        </summary>
        <p>{restrictedCountries.join(', ')}.</p>
      </details>
    </div>
  );
}
