import { useState, type FormEvent } from 'react';

import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/failure-text.tsx';

import styles from './name-form.module.css';

/** The name of a card: typed in place, saved by Enter or the button. */
export function NameForm({
  name,
  error,
  onSave,
}: {
  readonly name: string;
  /** The reason why the server refused the name. */
  readonly error?: string | undefined;
  readonly onSave: (name: string) => Promise<unknown>;
}) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? name;
  const trimmed = text.trim();
  const isChanged = trimmed !== '' && trimmed !== name;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // A refused text stays in the field; an empty one gives way to the present name.
    if (!isChanged || (await onSave(trimmed))) setTyped(undefined);
  }
  return (
    <>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        <input
          className="field-input"
          aria-label="Nickname"
          aria-invalid={!!error}
          aria-describedby="name-error"
          maxLength={80}
          autoComplete="off"
          enterKeyHint="done"
          value={text}
          onChange={(event) => setTyped(event.target.value)}
        />
        {isChanged && (
          <Button type="submit" variant="secondary">
            Save
          </Button>
        )}
      </form>
      {error && <FieldError id="name-error" error={error} live />}
    </>
  );
}
