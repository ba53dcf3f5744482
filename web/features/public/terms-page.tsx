import { supportAddress } from './contact.ts';
import { ProsePage } from './prose-page.tsx';
import { restrictedCountries } from './restricted-countries.ts';

/** /terms. */
export function TermsPage() {
  return (
    <ProsePage
      title="Terms of service"
      lead="The agreement between you and Satchel. By creating an account you accept it."
    >
      <h2>1. Who may use Satchel</h2>
      <p>
        You must be over 18 and able to enter into a contract. One person, one account. You may not use Satchel from, or
        as a resident of, a restricted country.
      </p>
      <h2 id="restricted-countries">2. Restricted countries</h2>
      <p>
        For regulatory reasons our services are unavailable in the countries and regions below. An account that is
        opened or used from one of them is locked.
      </p>
      <ul className="countries">
        {restrictedCountries.map((country) => (
          <li key={country}>{country}</li>
        ))}
      </ul>
      <h2>3. Your account</h2>
      <p>
        Keep your password and your 3DS codes to yourself and your email address current. What is done with them counts
        as done by you. We may suspend an account that is used for fraud, for what the law forbids, or to abuse the
        referral program; while it is suspended its cards are frozen, and deposits under way are still credited.
      </p>
      <h2>4. Deposits</h2>
      <p>
        Deposits are made in cryptocurrency through our payment provider and credited in US dollars at the rate of the
        payment, once its network has confirmed it. Send only the coin and only on the network that the payment page
        names; what is sent otherwise may be lost.
      </p>
      <p>
        <strong>There are no refunds on deposits.</strong> The balance is for loading cards; it is not a bank account
        and earns no interest.
      </p>
      <h2>5. Cards</h2>
      <ul>
        <li>You may have up to 3 virtual cards. They are debit cards in US dollars, for use online.</li>
        <li>A card holds up to $5,000; a single transaction may be up to $5,000; a card may spend $10,000 a month.</li>
        <li>At least $1 stays on a card for its monthly cost.</li>
        <li>You may freeze a card at any time. Withdraw its money before you delete it.</li>
        <li>Refunds by a shop return to the card, or to your balance if the card is gone.</li>
      </ul>
      <h2>6. Fees</h2>
      <ul>
        <li>Creating a card: $15 once, and $5 that land on the card.</li>
        <li>Loading a card: 3% + $1.</li>
        <li>Withdrawing from a card to your balance: free, once every 5 minutes per card.</li>
        <li>Payments in other currencies: no FX fee.</li>
      </ul>
      <p>Every fee is shown before you confirm.</p>
      <h2>7. Referrals</h2>
      <p>
        Rewards are paid for people who join through your link and use Satchel themselves. Referring yourself, opening
        accounts for others, or sending unwanted messages ends your part in the program and forfeits its rewards.
      </p>
      <h2>8. What you may not do</h2>
      <p>
        You may not use Satchel to launder money, to evade sanctions, to buy what is unlawful where you are, to test
        stolen cards, or to attack or overload the service.
      </p>
      <h2>9. Our liability</h2>
      <p>
        Our liability to you, whatever its cause, is capped at the last active card balance. We are not liable for a
        shop that declines a card, for the networks of cryptocurrencies, or for losses that come from sharing your
        credentials. Nothing here limits what the law does not allow to be limited.
      </p>
      <h2>10. Changes and ending</h2>
      <p>
        We tell you by email before a change of these terms that matters to you. You may close your account at any time
        after withdrawing from your cards and deleting them.
      </p>
      <h2>11. Questions</h2>
      <p>
        Write to <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.
      </p>
    </ProsePage>
  );
}
