import { matchPath, type PathParams } from './match-path.ts';
import { usePlace } from './use-place.ts';

/** What the address says by `pattern`; nothing where it is another page's, as while that one is on its way. */
export function useParams<Pattern extends string>(pattern: Pattern): Partial<PathParams<Pattern>> {
  const { pathname } = usePlace();
  return matchPath(pattern, pathname) ?? {};
}
