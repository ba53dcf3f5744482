import type { ReactNode } from 'react';
import { formatCents } from '#shared/money.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CardDrawing } from '#web/ui/card-drawing.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { classNames } from '#web/ui/class-names.ts';
import featureArtStyles from './feature-art.module.css';
import { exampleLoadCents } from './price-texts.ts';
import { Price } from './price.tsx';
import landingPageStyles from './landing-page.module.css';

const numbers: readonly { readonly value: ReactNode; readonly label: string }[] = [
  { value: <Price of="balance" />, label: 'card balance and single-transaction limit' },
  { value: <Price of="month" />, label: 'monthly spend per card' },
  { value: '40M+', label: 'merchants' },
  { value: '$0', label: 'FX fees on non-USD payments' },
];

const facts = ['No documents', 'No FX fees', '24/7 support'] as const;

/** The first screen of the landing. */
export function Hero() {
  return (
    <section className={landingPageStyles.hero}>
      <div className={landingPageStyles.heroInner}>
        <div className="hero-text">
          <h1>
            Manage your <span>crypto-backed</span> debit card
          </h1>
          <p className={landingPageStyles.heroLead}>
            Deposit any of 20 cryptocurrencies, create a virtual US-dollar card in seconds, and pay at 40M+ merchants.
            No identity verification: an email, a name and a password are enough.
          </p>
          <div className={landingPageStyles.heroActions}>
            <a href="/signup" className={buttonClass({ size: 'lg' })}>
              Create account
            </a>
            <a href="/login" className={buttonClass({ variant: 'secondary', size: 'lg' })}>
              Sign In
            </a>
          </div>
          <ul className={landingPageStyles.heroFacts}>
            {facts.map((fact) => (
              <li key={fact}>
                <Icon name="check" size={18} />
                {fact}
              </li>
            ))}
          </ul>
        </div>
        <div className={landingPageStyles.heroArt}>
          <CardDrawing />
          <div className={landingPageStyles.heroPaid} aria-hidden="true">
            <Icon name="check" size={16} />
            Paid in Tokyo, ¥2,400
          </div>
          <div className={classNames(featureArtStyles.slip, landingPageStyles.heroSlip, 'num')} aria-hidden="true">
            <p>
              <span>From your balance</span>
              <span>
                <Price of="examplePaid" />
              </span>
            </p>
            <p>
              <span>
                Fee, <Price of="load" />
              </span>
              <span>
                <Price of="exampleFee" />
              </span>
            </p>
            <p className={featureArtStyles.slipSum}>
              <span>On your card</span>
              <span>{formatCents(exampleLoadCents)}</span>
            </p>
          </div>
        </div>
      </div>
      <dl className={landingPageStyles.numbers}>
        {numbers.map((number) => (
          <div key={number.label}>
            <dt>{number.label}</dt>
            <dd className="num">{number.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
