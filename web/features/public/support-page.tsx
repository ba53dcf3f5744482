import { supportAddress } from './contact.ts';
import { ProsePage } from './prose-page.tsx';

/** /support. */
export function SupportPage() {
  return (
    <ProsePage title="Support" lead="People answer here 24/7, in plain words.">
      <div className="contact-cards">
        <section className="contact-card">
          <h2>Write to us</h2>
          <p>Tell us what happened and, if it is about a deposit, the reference (TID) that stands with it.</p>
          <a href={`mailto:${supportAddress}`}>{supportAddress}</a>
        </section>
        <section className="contact-card">
          <h2>Find it yourself</h2>
          <p>Fees, limits, networks, 3DS codes and refunds are explained in the questions and answers.</p>
          <a href="/faq">Read the FAQ</a>
        </section>
      </div>
      <h2>Something wrong with a card?</h2>
      <p>
        Freeze it first, from your dashboard: every payment is declined at once and nothing is lost. Then write to us
        with the date and the amount of the payment that worries you.
      </p>
      <h2>A deposit has not arrived?</h2>
      <p>
        Open it in your transactions table. It shows whether we have seen the payment and how far its network has
        confirmed it. If you sent it more than an hour ago and it is not shown, write to us with the transaction hash,
        the coin and the network.
      </p>
      <h2>What we will never ask for</h2>
      <p>
        Your password, your 3DS code, a full card number, a code from your email, or the seed phrase of a wallet.
        Whoever asks for those is not us.
      </p>
    </ProsePage>
  );
}
