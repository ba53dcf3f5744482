import { Link, type LinkProps } from './link.tsx';
import { usePlace } from './use-place.ts';

/** A link of a navigation: says when its page, or one beneath it, is the present one. */
export function NavLink(props: LinkProps) {
  const { pathname } = usePlace();
  const isHere = pathname === props.to || pathname.startsWith(`${props.to}/`);
  return <Link {...props} aria-current={isHere ? 'page' : undefined} />;
}
