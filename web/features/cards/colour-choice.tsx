import { hueNames, hues } from './card-art.ts';
import { chooseHue, useHue } from './card-look.ts';
import styles from './colour-choice.module.css';

/** Eight colours to tell cards apart by; kept on this device. */
export function ColourChoice({ cardId }: { readonly cardId: string }) {
  const chosen = useHue(cardId);
  return (
    <fieldset className={styles.colours}>
      <legend className="visually-hidden">Card colour</legend>
      {hueNames.map((name) => (
        <input
          key={name}
          type="radio"
          name="card-colour"
          className={styles.colour}
          style={{ background: `oklch(0.5 0.13 ${hues[name]})` }}
          aria-label={name}
          title={name}
          checked={chosen === name}
          onChange={() => chooseHue(cardId, name)}
        />
      ))}
    </fieldset>
  );
}
