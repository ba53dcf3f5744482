import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './empty-state.css';

/** Replaces an empty list: one sentence, one action. */
export function EmptyState({
  title,
  text,
  action,
  icon = 'receipt',
}: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  icon?: IconName;
}) {
  return (
    <div className="empty-state">
      <span className="empty-state-icon">
        <Icon name={icon} size={22} />
      </span>
      <p className="empty-state-title">{title}</p>
      {text && <p className="muted">{text}</p>}
      {action}
    </div>
  );
}
