import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import './notice.css';

type NoticeTone = 'info' | 'warning' | 'danger' | 'success';

const icons: Record<NoticeTone, IconName> = { info: 'info', warning: 'alert', danger: 'alert', success: 'check' };

/** A box with a message in place. `live` announces it when it appears (an error as an alert). */
export function Notice({
  tone,
  title,
  children,
  live = false,
  className,
}: {
  tone: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  live?: boolean | undefined;
  className?: string | undefined;
}) {
  const role = live ? (tone === 'danger' ? 'alert' : 'status') : undefined;
  return (
    <div className={classNames('notice', `notice-${tone}`, className)} role={role}>
      <Icon name={icons[tone]} size={20} />
      <div className="notice-body">
        {title && <p className="notice-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
