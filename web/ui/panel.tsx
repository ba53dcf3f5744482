import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './panel.css';

/** A region of a page on its own ground, with an optional title and an action at its right. */
export function Panel({
  title,
  action,
  children,
  className,
  busy,
}: {
  title?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
  busy?: boolean | undefined;
}) {
  const titleId = useId();
  return (
    <section className={classNames('panel', className)} aria-labelledby={title ? titleId : undefined} aria-busy={busy}>
      {(title || action) && (
        <div className="panel-head">
          {title && (
            <h2 className="panel-title" id={titleId}>
              {title}
            </h2>
          )}
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
