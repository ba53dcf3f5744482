import { Icon, type IconName } from '#web/ui/icon.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import styles from './round-actions.module.css';

/** A round button with its name below. `more` completes the name for assistive technology: Load, Money. */
export function RoundAction({
  icon,
  name,
  more = '',
  isMain = false,
  isDisabled = false,
  isBusy = false,
  isPressed,
  onClick,
}: {
  readonly icon: IconName;
  readonly name: string;
  readonly more?: string;
  readonly isMain?: boolean;
  readonly isDisabled?: boolean;
  /** While true it keeps the focus and takes no second click. */
  readonly isBusy?: boolean;
  /** State of a button that switches something. */
  readonly isPressed?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.action}
      data-main={isMain || undefined}
      disabled={isDisabled}
      aria-disabled={isBusy || undefined}
      aria-pressed={isPressed}
      onClick={isBusy ? undefined : onClick}
    >
      <span className={styles.circle}>{isBusy ? <Spinner size={22} /> : <Icon name={icon} size={24} />}</span>
      <span>
        {name}
        {more && <span className="visually-hidden"> {more}</span>}
      </span>
    </button>
  );
}
