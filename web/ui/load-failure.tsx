import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** What stands where something could not be read, with a way to try again if there is one. */
export function LoadFailure({ onRetry }: { readonly onRetry: (() => void) | undefined }) {
  return (
    <Notice tone="danger" live>
      <p>Failed to load. Please try again.</p>
      {onRetry && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Notice>
  );
}
