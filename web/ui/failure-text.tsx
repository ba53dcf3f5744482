import { errorText, referenceOf, type ApiError } from '#web/lib/api-error.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';

/** Words a failure; an unexpected one with a reference to quote to support. */
export function FailureText({ error, fallback }: { readonly error: unknown; readonly fallback?: string | undefined }) {
  return (
    <>
      <p>{errorText(error, fallback)}</p>
      <Reference reference={referenceOf(error)} />
    </>
  );
}

/** Error of a field: words, or the failure as it was thrown. */
export type FieldFailure = string | ApiError;

/** Shows the error of a field below it; an unexpected failure with a reference to quote to support. */
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
