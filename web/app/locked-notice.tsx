import { paths } from '#web/navigation/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Says on every page that the person's own lock is on, with the way to end it. */
export function LockedNotice() {
  return (
    <Notice tone="warning" title="Your account is locked" live>
      <p>All your cards are frozen. Loads, new cards, payouts and card details are off.</p>
      <p>
        <LinkButton to={paths.security} variant="secondary" size="sm">
          Unlock in Security
        </LinkButton>
      </p>
    </Notice>
  );
}
