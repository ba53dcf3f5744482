import { supportAddress } from './contact.ts';
import { company, legalUpdatedOn } from './legal-facts.ts';
import { ProsePage, type ProsePoint, type ProseSection } from './prose-page.tsx';
import styles from './prose-page.module.css';

const points: readonly ProsePoint[] = [
  { icon: 'mail', title: 'An email', text: 'With the name and the password you sign up with.' },
  { icon: 'wallet', title: 'Wallet addresses', text: 'Those that your deposits come from.' },
  { icon: 'card', title: 'Card activity', text: 'Your cards, and what is paid with them.' },
  { icon: 'shield', title: 'Nothing else', text: 'No documents, no trackers, no advertising.' },
];

const sections: readonly ProseSection[] = [
  {
    id: 'collect',
    title: 'What we collect',
    body: (
      <>
        <ul className={styles.proseList}>
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
      </>
    ),
  },
  {
    id: 'use',
    title: 'What we use it for',
    body: (
      <p>
        To run your account: to sign you in, credit your deposits, issue your cards, show your transactions, pay your
        referral rewards, answer your questions and stop fraud. We do not sell data and show no advertising.
      </p>
    ),
  },
  {
    id: 'others',
    title: 'Who else sees it',
    body: (
      <ul className={styles.proseList}>
        <li>
          <strong>The card issuer</strong> learns what it needs to issue your cards and to settle what you pay.
        </li>
        <li>
          <strong>The payment provider</strong> learns the amount, coin and network of a deposit.
        </li>
        <li>
          <strong>The shop you pay</strong> learns what every shop learns from a card.
        </li>
        <li>
          <strong>Authorities</strong> learn what the law obliges us to tell, and no more.
        </li>
      </ul>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and storage',
    body: (
      <p>
        Two cookies keep you signed in, and a third one tells us that you have signed in from this device before; no
        script can read them. Your browser also keeps your choice of a light or dark page and, until you sign out, the
        steps of a form that you have not finished. There are no analytics, no trackers, and nothing is loaded from
        other websites.
      </p>
    ),
  },
  {
    id: 'protection',
    title: 'How it is protected',
    body: (
      <p>
        Everything travels encrypted. Card numbers are held by the issuer and fetched only at the moment you reveal
        them; we do not store them. You can add a code by email to every sign-in.
      </p>
    ),
  },
  {
    id: 'keep',
    title: 'How long we keep it',
    body: (
      <p>
        As long as your account is open, and after that as long as financial records have to be kept. What is not needed
        for those is deleted 30 days after you close the account.
      </p>
    ),
  },
  {
    id: 'choices',
    title: 'Your choices',
    body: (
      <p>
        You can see and correct your details in your profile settings, ask for a copy of what we hold, and ask for your
        account to be closed. {company.name}, {company.address}, is responsible for your data. Write to{' '}
        <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.
      </p>
    ),
  },
];

/** /privacy. */
export function PrivacyPage() {
  return (
    <ProsePage
      title="Privacy policy"
      lead="Satchel collects only an email, wallet addresses and card activity. This page says what that means."
      updatedOn={legalUpdatedOn}
      points={points}
      sections={sections}
    />
  );
}
