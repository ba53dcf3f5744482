import { supportAddress } from './contact.ts';
import { ProsePage } from './prose-page.tsx';

/** /privacy. */
export function PrivacyPage() {
  return (
    <ProsePage
      title="Privacy policy"
      lead="Satchel collects only an email, wallet addresses and card activity. This page says what that means."
    >
      <h2>What we collect</h2>
      <ul>
        <li>
          <strong>Your email address</strong>, with the name and the password you sign up with. The password is stored
          only as a hash that cannot be turned back.
        </li>
        <li>
          <strong>Wallet addresses</strong> that deposits come from, as they stand on the public blockchain.
        </li>
        <li>
          <strong>Card activity</strong>: your cards, what is loaded and withdrawn, and the payments made with them.
        </li>
      </ul>
      <p>We ask for no identity documents, no address, no phone number and no photographs.</p>
      <h2>What we use it for</h2>
      <p>
        To run your account: to sign you in, credit your deposits, issue your cards, show your transactions, pay your
        referral rewards, answer your questions and stop fraud. We do not sell data and show no advertising.
      </p>
      <h2>Who else sees it</h2>
      <ul>
        <li>The card issuer learns what it needs to issue your cards and to settle what you pay.</li>
        <li>The payment provider learns the amount, coin and network of a deposit.</li>
        <li>The shop you pay learns what every shop learns from a card.</li>
        <li>Authorities learn what the law obliges us to tell, and no more.</li>
      </ul>
      <h2>Cookies and storage</h2>
      <p>
        Two cookies keep you signed in; no script can read them. Your browser also keeps your choice of a light or dark
        page. There are no analytics, no trackers, and nothing is loaded from other websites.
      </p>
      <h2>How it is protected</h2>
      <p>
        Everything travels encrypted. Card numbers are held by the issuer and fetched only at the moment you reveal
        them; we do not store them. You can add a code by email to every sign-in.
      </p>
      <h2>How long we keep it</h2>
      <p>
        As long as your account is open, and after that as long as financial records have to be kept. What is not needed
        for those is deleted when the account is closed.
      </p>
      <h2>Your choices</h2>
      <p>
        You can see and correct your details in your profile settings, ask for a copy of what we hold, and ask for your
        account to be closed. Write to <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.
      </p>
    </ProsePage>
  );
}
