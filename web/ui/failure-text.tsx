import { errorText, referenceOf } from '#web/lib/api-error.ts';
import { CopyButton } from './copy-button.tsx';

/** What went wrong, in words; where nobody expected it, with a reference to quote to support. */
export function FailureText({ error, fallback }: { readonly error: unknown; readonly fallback?: string | undefined }) {
  return (
    <>
      <p>{errorText(error, fallback)}</p>
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
