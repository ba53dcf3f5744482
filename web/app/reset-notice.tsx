import { paths } from '#web/navigation/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Time } from '#web/ui/time.tsx';

/** Warns on every page that the person's sign-in factors are about to be removed, with the way to stop that. */
export function ResetNotice({ at }: { readonly at: string }) {
  return (
    <Notice tone="danger" title="Your app, passkeys and recovery codes are about to be removed" live>
      <p>
        That happens on <Time iso={at} as="date-time" />, because support was asked to.
      </p>
      <p>
        <LinkButton to={paths.security} variant="secondary" size="sm">
          See or cancel it
        </LinkButton>
      </p>
    </Notice>
  );
}
