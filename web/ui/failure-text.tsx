import { errorText, referenceOf, type ApiError } from '#web/lib/api-error.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';

/** What went wrong, in words; where nobody expected it, with a reference to quote to support. */
export function FailureText({ error, fallback }: { readonly error: unknown; readonly fallback?: string | undefined }) {
  return (
    <>
      <p>{errorText(error, fallback)}</p>
      <Reference reference={referenceOf(error)} />
    </>
  );
}

/** What is wrong with a field: words, or the failure as it was thrown. */
export type FieldFailure = string | ApiError;

/** What is wrong with a field, below it; of a failure that nobody expected with a reference to quote to support. */
export function FieldError({
  id,
  error,
  fallback,
  live = false,
}: {
  readonly id: string | undefined;
  readonly error: FieldFailure;
  /** Words for a failure that has none. */
  readonly fallback?: string | undefined;
  readonly live?: boolean;
}) {
  return (
    <>
      <p className="field-error" id={id} role={live ? 'alert' : undefined}>
        <Icon name="alert" size={16} />
        {typeof error === 'string' ? error : errorText(error, fallback)}
      </p>
      <Reference reference={referenceOf(error)} />
    </>
  );
}

/** A reference that one click copies. */
export function Reference({ reference }: { readonly reference: string | undefined }) {
  return (
    reference !== undefined && (
      <CopyButton value={reference} label={`Copy reference ${reference}`} variant="ghost">
        Reference {reference}
      </CopyButton>
    )
  );
}
