import { limits } from '#shared/limits.ts';
import { useRead } from '#web/lib/use-api.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';

import styles from './card-features.module.css';

const featuresOf = (transactionText: string): readonly { readonly icon: IconName; readonly text: string }[] => [
  { icon: 'bolt', text: 'Instant creation' },
  { icon: 'shield', text: '3DS protection with your own code' },
  { icon: 'chart', text: `Spend limit up to ${transactionText} per transaction` },
  { icon: 'mail', text: 'Real-time notifications' },
  { icon: 'clock', text: '24/7 support' },
  { icon: 'globe', text: 'No FX fees' },
  { icon: 'store', text: 'Any merchant that accepts the card network' },
];

/** The features of a card: opened by the info button of the dialog. */
export function CardFeatures({ id }: { readonly id: string }) {
  const { data } = useRead('prices.read', {});
  const balanceCents = data?.limits.present.balanceCents ?? limits.cardBalanceMaxCents;
  return (
    <ul id={id} className={styles.features} aria-label="What the card can do">
      {featuresOf(`$${balanceCents / 100}`).map((feature) => (
        <li key={feature.text}>
          <Icon name={feature.icon} size={18} />
          {feature.text}
        </li>
      ))}
    </ul>
  );
}
