import { classNames } from '#web/ui/class-names.ts';
import styles from './landing-page.module.css';
const rewards = [
  { amount: '$5', what: 'for you, per referred card', more: 'up to $7 for premium referrers' },
  { amount: '$1', what: 'for you, per sign-up', more: 'earned when their deposits reach $20' },
  { amount: '$5', what: 'for your friend', more: 'with their first card' },
] as const;

/** The rewards for a referral. */
export function ReferralsSection() {
  return (
    <section className={styles.band} id="referrals" aria-labelledby="referrals-title">
      <div className={classNames(styles.bandInner, styles.referrals)}>
        <div className={styles.bandHead}>
          <h2 id="referrals-title">Refer a friend: you both earn</h2>
          <p>
            Your link is active as soon as your balance is $50 or more. Every $25 of rewards is a milestone payout: 25
            sign-ups, or 5 first cards.
          </p>
          <div className={classNames(styles.milestone, 'num')} aria-hidden="true">
            <span>$18 of $25 earned</span>
            <span>$7 more needed</span>
            <i />
          </div>
        </div>
        <ul className={styles.rewards}>
          {rewards.map((reward) => (
            <li key={reward.what}>
              <span className={classNames(styles.rewardAmount, 'num')}>{reward.amount}</span>
              <span>{reward.what}</span>
              <span className={styles.rewardMore}>{reward.more}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
