import { useState, type FormEvent } from 'react';

import { Button } from '#web/ui/button.tsx';

import styles from './label-form.module.css';

/** The label of a card: typed in place, saved by Enter or the button. */
export function LabelForm({
  label,
  onSave,
}: {
  readonly label: string;
  readonly onSave: (label: string) => Promise<unknown>;
}) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? label;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // A refused text stays in the field.
    if (await onSave(text.trim())) setTyped(undefined);
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <input
        className="field-input"
        aria-label="Card label"
        placeholder="Add a label, like Travel"
        maxLength={24}
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        onChange={(event) => setTyped(event.target.value)}
      />
      {text.trim() !== label && (
        <Button type="submit" variant="secondary">
          Save label
        </Button>
      )}
    </form>
  );
}
