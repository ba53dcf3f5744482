import { type ApiError } from '#web/lib/api-error.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FailureText } from '#web/ui/failure-text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { paths } from './paths.ts';

/** What stands in place of a page while it is not known whose it is: the read failed, which is no sign-out. */
export function UserFailure({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  return (
    <main className="app-main" id="content">
      <Notice tone="danger" title="We couldn’t load your account" live>
        <FailureText error={error} />
        <Button onClick={onRetry}>Try again</Button>
        <LinkButton to={paths.login} variant="secondary">
          Sign in
        </LinkButton>
      </Notice>
    </main>
  );
}
