import { ApiError, errorText, referenceOf } from '#web/lib/api-error.ts';
import { Button } from './button.tsx';
import { Reference } from './failure-text.tsx';
import { Notice } from './notice.tsx';

/** Replaces something that could not be read, with a way to try again if there is one. A refusal says why. */
export function LoadFailure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: (() => void) | undefined;
}) {
  const isRefused = error instanceof ApiError && error.status === 400;
  return (
    <Notice tone="danger" live>
      <p>{isRefused ? errorText(error) : 'Failed to load. Please try again.'}</p>
      <Reference reference={referenceOf(error)} />
      {onRetry && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Notice>
  );
}
