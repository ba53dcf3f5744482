import type { ReactNode } from 'react';
import { Link } from '#web/navigation/router.tsx';
import { Icon } from './icon.tsx';
import './back-page.css';

/** A page that belongs to another one: an arrow back to it, the heading, and what is on the page. */
export function BackPage({
  to,
  back,
  heading,
  beside,
  busy,
  children,
}: {
  readonly to: string;
  /** The arrow's name: `Back to dashboard`. */
  readonly back: string;
  readonly heading: ReactNode;
  /** Content beside the heading. */
  readonly beside?: ReactNode;
  /** True while the page shows where things will be. */
  readonly busy?: boolean | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className="back-page" aria-busy={busy || undefined}>
      <div className="back-page-head">
        <Link to={to} className="back-page-arrow" aria-label={back}>
          <Icon name="arrow-left" />
        </Link>
        {/*  The same button while the page is busy and after: it has the focus of the person who came here. */}
        <h1>{heading}</h1>
        {beside}
      </div>
      {children}
    </div>
  );
}
