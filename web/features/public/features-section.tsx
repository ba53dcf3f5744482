import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { AbroadArt, CardsArt, CodeArt, FreezeArt, PrivacyArt, SupportArt } from './feature-art.tsx';
import styles from './landing-page.module.css';

type Feature = {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly art: ReactNode;
  readonly size?: 'half' | 'whole';
};

const sizes = { half: styles.featureHalf, whole: styles.featureWhole };

const features: readonly Feature[] = [
  {
    icon: 'globe',
    title: 'No FX fees',
    text: 'Pay in euros, yen or pesos. Non-USD payments are converted with no added fee.',
    art: <AbroadArt />,
    size: 'half',
  },
  {
    icon: 'snowflake',
    title: 'Freeze in one tap',
    text: 'All payments are declined at once. Unfreeze, and the card works again.',
    art: <FreezeArt />,
    size: 'half',
  },
  {
    icon: 'shield',
    title: 'Your own 3DS code',
    text: 'Every card has a 4-digit code that you choose and can change anytime.',
    art: <CodeArt />,
  },
  {
    icon: 'card',
    title: 'Up to three cards',
    text: 'One for subscriptions, one for shopping, one for trials. Each with its own balance.',
    art: <CardsArt />,
  },
  {
    icon: 'clock',
    title: '24/7 support',
    text: 'Our team answers around the clock, and every payment has a reference you can quote.',
    art: <SupportArt />,
  },
  {
    icon: 'lock',
    title: 'We know very little about you',
    text: 'We collect only an email, wallet addresses and card activity. No documents, no selfies.',
    art: <PrivacyArt />,
    size: 'whole',
  },
];

/** The features of a card. */
export function FeaturesSection() {
  return (
    <section className={styles.band} id="features" aria-labelledby="features-title">
      <div className={styles.bandInner}>
        <div className={styles.bandHead}>
          <h2 id="features-title">Features that keep you in control</h2>
          <p>Made for people who hold crypto and want to pay for ordinary things.</p>
        </div>
        <ul className={styles.features}>
          {features.map((feature) => (
            <li key={feature.title} className={classNames(styles.feature, feature.size && sizes[feature.size])}>
              <div className={styles.featureArt} aria-hidden="true">
                {feature.art}
              </div>
              <div>
                <h3>
                  <Icon name={feature.icon} /> {feature.title}
                </h3>
                <p>{feature.text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
