import type { ReactNode } from 'react';
import { termsVersion } from '#shared/terms.ts';
import { supportAddress } from './contact.ts';
import { company } from './legal-facts.ts';
import { ProsePage, type ProsePoint, type ProseSection } from './prose-page.tsx';
import { Price } from './price.tsx';
import { restrictedCountries } from './restricted-countries.ts';
import styles from './prose-page.module.css';

const points: readonly ProsePoint[] = [
  { icon: 'user', title: 'Over 18', text: 'One person, one account.' },
  {
    icon: 'globe',
    title: 'Not everywhere',
    text: (
      <>
        Accounts used from <a href="#restricted-countries">restricted countries</a> may be locked.
      </>
    ),
  },
  { icon: 'repeat', title: 'No refunds on deposits', text: 'They are converted to dollars when they arrive.' },
  { icon: 'shield', title: 'Capped liability', text: 'At the last active card balance.' },
];

/** A line of a list of fees or limits. */
type Sum = { readonly what: string; readonly value: ReactNode };

const upToBalance = (
  <>
    up to <Price of="balance" />
  </>
);

const limits: readonly Sum[] = [
  { what: 'Cards', value: 'up to 3' },
  { what: 'Balance of a card', value: upToBalance },
  { what: 'A single transaction', value: upToBalance },
  {
    what: 'Spending of a card',
    value: (
      <>
        <Price of="month" /> a month
      </>
    ),
  },
];

const fees: readonly Sum[] = [
  {
    what: 'Creating a card',
    value: (
      <>
        <Price of="fee" /> once, and <Price of="first" /> that land on the card
      </>
    ),
  },
  { what: 'Loading a card', value: <Price of="load" /> },
  { what: 'Withdrawing to your balance', value: 'free, once every 5 minutes per card' },
  { what: 'Payments in other currencies', value: 'no FX fee' },
];

const sections: readonly ProseSection[] = [
  {
    id: 'who',
    title: '1. Who may use Satchel',
    body: (
      <p>
        You must be over 18 and able to enter into a contract. One person, one account. You may not use Satchel from, or
        as a resident of, a restricted country.
      </p>
    ),
  },
  {
    id: 'restricted-countries',
    title: '2. Restricted countries',
    body: (
      <>
        <p>
          For regulatory reasons our services are unavailable in the countries and regions below. We may lock an account
          that is opened or used from one of them.
        </p>
        <ul className={styles.countries}>
          {restrictedCountries.map((country) => (
            <li key={country}>{country}</li>
          ))}
        </ul>
      </>
    ),
  },
  {
    id: 'account',
    title: '3. Your account',
    body: (
      <p>
        Keep your password and your 3DS codes to yourself and your email address current. What is done with them counts
        as done by you. We may suspend an account that is used for fraud, for what the law forbids, or to abuse the
        referral program; while it is suspended its cards are frozen, and deposits under way are still credited.
      </p>
    ),
  },
  {
    id: 'deposits',
    title: '4. Deposits',
    body: (
      <>
        <p>
          Deposits are made in cryptocurrency through our payment provider and credited in US dollars at the rate of the
          payment, once its network has confirmed it. Send only the coin and only on the network that the payment page
          names; what is sent otherwise may be lost.
        </p>
        <p>
          <strong>There are no refunds on deposits.</strong> The balance is for loading cards; it is not a bank account
          and earns no interest.
        </p>
      </>
    ),
  },
  {
    id: 'cards',
    title: '5. Cards',
    body: (
      <>
        <Sums rows={limits} />
        <ul className={styles.proseList}>
          <li>They are virtual debit cards in US dollars, for use online.</li>
          <li>At least $1 stays on a card for its monthly cost.</li>
          <li>You may freeze a card at any time. Withdraw its money before you delete it.</li>
          <li>Refunds by a shop return to the card, or to your balance if the card is gone.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'fees',
    title: '6. Fees',
    body: (
      <>
        <Sums rows={fees} />
        <p>Every fee is shown before you confirm.</p>
      </>
    ),
  },
  {
    id: 'referrals',
    title: '7. Referrals',
    body: (
      <p>
        Rewards are paid for people who join through your link and use Satchel themselves. Referring yourself, opening
        accounts for others, or sending unwanted messages ends your part in the program and forfeits its rewards.
      </p>
    ),
  },
  {
    id: 'misuse',
    title: '8. What you may not do',
    body: (
      <p>
        You may not use Satchel to launder money, to evade sanctions, to buy what is unlawful where you are, to test
        stolen cards, or to attack or overload the service.
      </p>
    ),
  },
  {
    id: 'liability',
    title: '9. Our liability',
    body: (
      <p>
        Our liability to you, whatever its cause, is capped at the last active card balance. We are not liable for a
        shop that declines a card, for the networks of cryptocurrencies, or for losses that come from sharing your
        credentials. Nothing here limits what the law does not allow to be limited.
      </p>
    ),
  },
  {
    id: 'changes',
    title: '10. Changes and ending',
    body: (
      <p>
        We tell you by email before a change of these terms that matters to you. You may close your account once your
        cards are deleted, no money is on its way, no case is open, you owe nothing, and at most $20 is left on your
        balance, which you then give up.
      </p>
    ),
  },
  {
    id: 'contact',
    title: '11. Questions',
    body: (
      <p>
        Satchel is offered by {company.name}, {company.address}. Write to{' '}
        <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.
      </p>
    ),
  },
];

/** /terms. */
export function TermsPage() {
  return (
    <ProsePage
      title="Terms of service"
      lead={`The agreement between you and ${company.name} (“Satchel”). By creating an account you accept it.`}
      updatedOn={termsVersion}
      points={points}
      sections={sections}
    />
  );
}

function Sums({ rows }: { rows: readonly Sum[] }) {
  return (
    <dl className={styles.proseSums}>
      {rows.map(({ what, value }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
