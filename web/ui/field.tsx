import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { FieldError, type FieldFailure } from './failure-text.tsx';
import { Icon } from './icon.tsx';
import './field.css';

type FieldText = { label: ReactNode; hint?: ReactNode; error?: FieldFailure | undefined };

/** Returns the ids that tie label, control, hint and error together for assistive technology. */
function useFieldIds(hint: ReactNode, error: FieldFailure | undefined, givenId: string | undefined) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;
  return { id, hintId, errorId, describedBy };
}

function FieldFrame({
  ids,
  label,
  hint,
  error,
  children,
}: FieldText & { ids: ReturnType<typeof useFieldIds>; children: ReactNode }) {
  return (
    <div className={classNames('field', error !== undefined && 'field-wrong')}>
      <label className="field-label" htmlFor={ids.id}>
        {label}
      </label>
      {children}
      {/* A failed call is announced: the focus is still in the field. */}
      {error && <FieldError id={ids.errorId} error={error} live={typeof error !== 'string'} />}
      {hint && (
        <p className="field-hint" id={ids.hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A line of text. */
export function TextField({ label, hint, error, id, className, ...rest }: FieldText & ComponentProps<'input'>) {
  const ids = useFieldIds(hint, error, id);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <input
        {...rest}
        id={ids.id}
        className={classNames('field-input', className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={ids.describedBy}
      />
    </FieldFrame>
  );
}

/** A password with a show/hide button. */
export function PasswordField({
  label,
  hint,
  error,
  id,
  className,
  ...rest
}: FieldText & Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const ids = useFieldIds(hint, error, id);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <div className="field-wrap">
        <input
          {...rest}
          id={ids.id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={classNames('field-input field-input-end', className)}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.describedBy}
        />
        <button
          type="button"
          className="field-eye"
          aria-pressed={shown}
          aria-controls={ids.id}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
          {/* No aria-label: only the field itself is labeled "password". */}
          <span className="visually-hidden">{shown ? 'Hide password' : 'Show password'}</span>
        </button>
      </div>
    </FieldFrame>
  );
}

/** A choice from a list: `children` are `<option>`s. */
export function SelectField({
  label,
  hint,
  error,
  id,
  className,
  children,
  ...rest
}: FieldText & ComponentProps<'select'>) {
  const ids = useFieldIds(hint, error, id);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <div className="field-wrap">
        <select
          {...rest}
          id={ids.id}
          className={classNames('field-input field-input-end field-select', className)}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.describedBy}
        >
          {children}
        </select>
        <span className="field-mark">
          <Icon name="chevron" />
        </span>
      </div>
    </FieldFrame>
  );
}

/** Dollars as typed text; read it with `parseDollars` of #shared/money.ts. */
export function MoneyField({
  label,
  valueText,
  onChange,
  hint,
  error,
  id,
  ...rest
}: FieldText & { valueText: string; onChange: (text: string) => void } & Omit<
    ComponentProps<'input'>,
    'value' | 'onChange' | 'type'
  >) {
  const ids = useFieldIds(hint, error, id);
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <div className="field-wrap">
        <span className="field-prefix" aria-hidden="true">
          $
        </span>
        <input
          placeholder="0.00"
          autoComplete="off"
          {...rest}
          id={ids.id}
          inputMode="decimal"
          className="field-input field-money num"
          value={valueText}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.describedBy}
        />
        <span className="field-suffix" aria-hidden="true">
          USD
        </span>
      </div>
    </FieldFrame>
  );
}

/** An on/off choice that takes effect by itself. */
export function Switch({
  label,
  checked,
  onChange,
  hint,
  disabled,
}: {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: ReactNode;
  disabled?: boolean | undefined;
}) {
  const id = useId();
  return (
    <div className="switch">
      <input
        type="checkbox"
        role="switch"
        id={id}
        className="switch-input"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p className="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
