import { limits } from '#shared/limits.ts';
import { formatCents } from '#shared/money.ts';
import styles from './how-it-works.module.css';

const steps = [
  {
    title: 'Share your link',
    text: `Your link is active while your balance is at least ${formatCents(limits.referralLinkActiveCents)}. Everyone who opens an account with it counts as yours once their email is verified.`,
  },
  {
    title: `${formatCents(limits.referralSignupRewardCents)} for the sign-up`,
    text: 'Pending at sign-up; earned when your friend’s deposits reach $20.',
  },
  {
    title: `${formatCents(limits.referralCardRewardCents)} for the first card`,
    text: `You both earn: ${formatCents(limits.referralCardRewardCents)} for you (premium referrers up to ${formatCents(limits.referralPremiumCardRewardCents)}), and a ${formatCents(limits.referralBonusCents)} bonus for your friend.`,
  },
  {
    title: `A payout for every ${formatCents(limits.referralPayoutUnitCents)}`,
    text: 'Press Withdraw when the bar is full. The money reaches your balance within the hour, ready for your cards.',
  },
] as const;

/** From the link to the payout, in four steps. */
export function HowItWorks() {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, text }) => (
        <li key={title} className={styles.step}>
          <h3 className={styles.title}>{title}</h3>
          <p className="muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
