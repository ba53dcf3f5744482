import type { CardColour } from '#shared/contract/cards.ts';

import { colours, givenColour, hues } from './card-art.ts';
import type { Card } from './card-words.ts';
import styles from './colour-choice.module.css';

/** Eight colours to tell cards apart by. */
export function ColourChoice({
  card,
  onChoose,
}: {
  readonly card: Card;
  readonly onChoose: (colour: CardColour) => void;
}) {
  const chosen = card.colour ?? givenColour(card._id);
  return (
    <fieldset className={styles.colours}>
      <legend className="visually-hidden">Card color</legend>
      {colours.map((colour) => (
        <input
          key={colour}
          type="radio"
          name="card-colour"
          className={styles.colour}
          style={{ background: `oklch(0.5 0.13 ${hues[colour]})` }}
          aria-label={colour}
          title={colour}
          checked={chosen === colour}
          onChange={() => onChoose(colour)}
        />
      ))}
    </fieldset>
  );
}
