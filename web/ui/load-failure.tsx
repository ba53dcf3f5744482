import { ApiError, errorText, referenceOf } from '#web/lib/api-error.ts';
import { Button } from './button.tsx';
import { Reference } from './failure-text.tsx';
import { Notice } from './notice.tsx';

/**
 * Replaces something that could not be read, with a way to try again if there is one. A refusal says why; what the
 * person may not read is not tried again.
 */
export function LoadFailure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: (() => void) | undefined;
}) {
  const known = error instanceof ApiError ? error : undefined;
  const isForbidden = known?.is('Forbidden');
  return (
    <Notice tone="danger" live>
      <p>{isForbidden || known?.status === 400 ? errorText(error) : 'Failed to load. Please try again.'}</p>
      <Reference reference={referenceOf(error)} />
      {onRetry && !isForbidden && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Notice>
  );
}
