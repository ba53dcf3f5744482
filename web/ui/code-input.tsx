import { useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { FieldError, type FieldFailure } from './failure-text.tsx';
import { Icon } from './icon.tsx';
import { onlyDigits } from './only-digits.ts';
import './code-input.css';

/**
 * A short numeric code: one real input under drawn slots, so that paste, autofill and screen readers just work.
 * `masked` is for card codes (shown with a toggle, kept away from password managers); without it the field asks the
 * system for a one-time code. Pasted text with anything but digits, blanks and hyphens in it is no code.
 */
export function CodeInput({
  length,
  value,
  onChange,
  label,
  error,
  fallback,
  hint,
  masked = false,
  autoFocus = false,
  disabled,
  name,
}: {
  length: number;
  value: string;
  onChange: (digits: string) => void;
  label: string;
  error?: FieldFailure | undefined;
  /** Words for a failure that has none. */
  fallback?: string | undefined;
  hint?: string | undefined;
  masked?: boolean | undefined;
  autoFocus?: boolean | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  // A wrong code keeps the focus and is selected, ready to be typed over.
  useEffect(() => {
    if (!error) return;
    input.current?.focus();
    input.current?.select();
  }, [error]);

  function take(text: string): void {
    const digits = onlyDigits(text, length);
    if (digits === value) return;
    onChange(digits);
  }

  const hidden = masked && !shown;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={classNames('field code', error !== undefined && error !== '' && 'field-wrong')}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="code-row">
        <div className="code-box">
          <input
            ref={input}
            id={id}
            name={name}
            className="code-input"
            type={hidden ? 'password' : 'text'}
            inputMode="numeric"
            pattern="[0-9]*"
            enterKeyHint="done"
            autoComplete={masked ? 'off' : 'one-time-code'}
            data-1p-ignore={masked || undefined}
            data-lpignore={masked || undefined}
            data-bwignore={masked || undefined}
            spellCheck={false}
            value={value}
            disabled={disabled}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy}
            onChange={(event) => take(event.target.value)}
            onPaste={(event) => {
              if (/[^\d\s-]/.test(event.clipboardData.getData('text'))) event.preventDefault();
            }}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
          />
          <div className="code-slots" aria-hidden="true">
            {Array.from({ length }, (_, place) => {
              const digit = value[place];
              const here = focused && place === Math.min(value.length, length - 1);
              return (
                <span key={place} className={classNames('code-slot num', here && 'code-slot-here')}>
                  {digit === undefined ? here && <i className="code-caret" /> : hidden ? '•' : digit}
                </span>
              );
            })}
          </div>
        </div>
        {masked && (
          <button
            type="button"
            className="code-eye"
            aria-pressed={shown}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
            <span className="visually-hidden">{shown ? 'Hide code' : 'Show code'}</span>
          </button>
        )}
      </div>
      {error && <FieldError id={`${id}-error`} error={error} fallback={fallback} live />}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
