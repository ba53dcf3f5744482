import { href } from '#web/navigation/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';

import styles from './card-switcher.module.css';
import { cardTitle, type Card } from './card-words.ts';

/** The card's name, which opens the list of all cards and goes to another one. */
export function CardSwitcher({ card, cards }: { readonly card: Card; readonly cards: readonly Card[] }) {
  const text = <span className={styles.text}>{card.name}</span>;
  if (cards.length < 2) return <span className={styles.name}>{text}</span>;
  return (
    <Menu
      label={`${card.name}, choose another card`}
      align="start"
      className={styles.menu}
      trigger={
        <span className={styles.name}>
          {text}
          <Icon name="chevron" size={22} />
        </span>
      }
      items={cards.map((each) => ({
        key: each._id,
        to: href.card(each._id),
        label: cardTitle(each),
        icon: 'card' as const,
        checked: each._id === card._id,
      }))}
    />
  );
}
