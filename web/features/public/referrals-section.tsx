const rewards = [
  { amount: '$5', what: 'for you, per referred card', more: 'up to $7 for premium referrers' },
  { amount: '$1', what: 'for you, per sign-up', more: 'once their first deposit is credited' },
  { amount: '$5', what: 'for your friend', more: 'with their first card' },
] as const;

/** What referring somebody brings. */
export function ReferralsSection() {
  return (
    <section className="band" id="referrals" aria-labelledby="referrals-title">
      <div className="band-inner referrals">
        <div className="band-head">
          <h2 id="referrals-title">Referrals: both of you gain</h2>
          <p>
            Your link is active as soon as your balance is $50 or more. Reach 25 referrals for a milestone payout of
            $25.
          </p>
          <div className="milestone num" aria-hidden="true">
            <span>18 of 25 referrals</span>
            <span>7 to go</span>
            <i />
          </div>
        </div>
        <ul className="rewards">
          {rewards.map((reward) => (
            <li key={reward.what}>
              <span className="reward-amount num">{reward.amount}</span>
              <span>{reward.what}</span>
              <span className="reward-more">{reward.more}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
