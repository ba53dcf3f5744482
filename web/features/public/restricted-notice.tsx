import { Notice } from '#web/ui/notice.tsx';

/** Says on the auth screens and the landing that not everybody can be served. */
export function RestrictedNotice() {
  return (
    <Notice tone="info">
      <p>
        For regulatory reasons our services are unavailable in certain restricted countries.{' '}
        <a href="/Terms#restricted-countries">See the list</a>
      </p>
    </Notice>
  );
}
