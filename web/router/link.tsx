import type { ComponentProps, MouseEvent } from 'react';
import { useNavigate } from './use-navigate.ts';

/** What a link within the app takes: an address instead of `href`. */
export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly to: string };

/** A click that the browser would follow in this very tab. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** A link to another page of the app. It is a real one: it opens in a new tab, can be copied, and is read out as such. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event) || (rest.target ?? '_self') !== '_self') return;
    event.preventDefault();
    // To where one is already, as the browser does it: no second entry to go back through.
    navigate(to, { replace: event.currentTarget.href === window.location.href });
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}
