import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from '#web/navigation/router.tsx';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';
import './button.css';

type Look = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined;
  size?: 'md' | 'sm' | 'lg' | undefined;
  block?: boolean | undefined;
  icon?: ReactNode;
};

/** The class of something that looks like a button; for a plain `<a>` out of the app. */
export function buttonClass({ variant = 'primary', size = 'md', block = false }: Omit<Look, 'icon'> = {}): string {
  return classNames('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, block && 'btn-block');
}

type ButtonProps = Look & ComponentProps<'button'> & { busy?: boolean | undefined };

function refuse(event: MouseEvent): void {
  event.preventDefault();
}

/** A button. While `busy` it keeps its width and the focus, says so to assistive technology and takes no second click. */
export function Button({
  variant,
  size,
  block,
  icon,
  busy = false,
  disabled,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const iconOnly = icon !== undefined && children === undefined;
  return (
    <button
      aria-disabled={busy || undefined}
      {...rest}
      type={type}
      className={classNames(buttonClass({ variant, size, block }), iconOnly && 'btn-icon', className)}
      disabled={disabled}
      aria-busy={busy || undefined}
      onClick={busy ? refuse : onClick}
    >
      <span className="btn-content">
        {icon}
        {children}
      </span>
      {busy && (
        <span className="btn-wait">
          <Spinner size={18} />
        </span>
      )}
    </button>
  );
}

type LinkButtonProps = Look & LinkProps;

/** A link within the app that looks like a button. */
export function LinkButton({ variant, size, block, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classNames(buttonClass({ variant, size, block }), className)}>
      {icon}
      {children}
    </Link>
  );
}
