import { Icon, type IconName } from '#web/ui/icon.tsx';

type Feature = { readonly icon: IconName; readonly title: string; readonly text: string };

const features: readonly Feature[] = [
  {
    icon: 'globe',
    title: 'No FX fees',
    text: 'Pay in euros, yen or pesos. Non-USD payments are converted without a fee on top.',
  },
  {
    icon: 'shield',
    title: 'Your own 3DS code',
    text: 'Every card has a 4-digit code that you choose and can change whenever you like.',
  },
  {
    icon: 'snowflake',
    title: 'Freeze in one tap',
    text: 'All payments are declined at once. Unfreeze, and the card works again.',
  },
  {
    icon: 'card',
    title: 'Up to three cards',
    text: 'One for subscriptions, one for shopping, one to throw away. Each with its own balance.',
  },
  {
    icon: 'lock',
    title: 'Little to know about you',
    text: 'We collect only an email, wallet addresses and card activity. No documents, no selfies.',
  },
  {
    icon: 'clock',
    title: '24/7 support',
    text: 'People answer around the clock, and every payment has a reference you can quote.',
  },
];

const prices = [
  { what: 'Create a card', price: '$20', note: '$15 once, and $5 that is on the card to spend' },
  { what: 'Load a card', price: '3% + $1', note: 'shown to the cent before you confirm' },
  { what: 'Withdraw to your balance', price: 'Free', note: 'at least $1 stays on the card for its monthly cost' },
  { what: 'Pay in another currency', price: 'Free', note: 'no FX fees' },
] as const;

/** What a card can do, and what it costs. */
export function FeaturesSection() {
  return (
    <section className="band" id="features" aria-labelledby="features-title">
      <div className="band-inner">
        <div className="band-head">
          <h2 id="features-title">A dollar card that keeps you in charge</h2>
          <p>Made for people who hold crypto and want to pay for ordinary things.</p>
        </div>
        <ul className="features">
          {features.map((feature) => (
            <li key={feature.title}>
              <Icon name={feature.icon} size={24} />
              <h3>{feature.title}</h3>
              <p>{feature.text}</p>
            </li>
          ))}
        </ul>
        <div className="prices">
          <h3>What it costs</h3>
          <dl>
            {prices.map((line) => (
              <div key={line.what}>
                <dt>
                  {line.what}
                  <span>{line.note}</span>
                </dt>
                <dd className="num">{line.price}</dd>
              </div>
            ))}
          </dl>
          <p className="prices-honest">
            <Icon name="info" size={18} />
            Apple Pay and Google Pay are not supported yet.
          </p>
        </div>
      </div>
    </section>
  );
}
