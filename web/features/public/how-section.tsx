import styles from './landing-page.module.css';
import { Price } from './price.tsx';

const steps = [
  {
    title: 'Create an account',
    text: 'Enter an email, your name and a password, and open the link we send you.',
  },
  {
    title: 'Add money',
    text: 'Choose a coin, its network and an amount in dollars. You see the rate before you pay.',
  },
  {
    title: 'Create a card',
    text: (
      <>
        Give it a name and a 4-digit 3DS code. It’s ready in seconds, with <Price of="first" /> on it to spend.
      </>
    ),
  },
  {
    title: 'Load and spend',
    text: 'Move money from your balance onto the card and pay wherever its network is taken.',
  },
] as const;

/** From nothing to a working card. */
export function HowSection() {
  return (
    <section className={styles.band} id="how-it-works" aria-labelledby="how-title">
      <div className={styles.bandInner}>
        <div className={styles.bandHead}>
          <h2 id="how-title">How it works</h2>
          <p>Four steps, a few minutes.</p>
        </div>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
