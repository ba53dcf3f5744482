import { useId } from 'react';

import { FieldError, type FieldFailure } from '#web/ui/failure-text.tsx';
import '#web/ui/field.css';

import styles from './cases.module.css';

/** A message of several lines. */
export function MessageField({
  label,
  hint = 'Leave out card numbers: we never need them.',
  value,
  onChange,
  error,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: FieldFailure | undefined;
}) {
  const id = useId();
  return (
    <div className={error === undefined ? 'field' : 'field field-wrong'}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={`field-input ${styles.text}`}
        rows={4}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <FieldError id={`${id}-error`} error={error} live />}
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
