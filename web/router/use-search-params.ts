import { useCallback, useMemo } from 'react';
import { useNavigate } from './use-navigate.ts';
import { usePlace } from './use-place.ts';

type SetSearchParams = (query: string | Record<string, string>, options?: { readonly replace?: boolean }) => void;

/** The query of the address, and how to put another in its place. */
export function useSearchParams(): readonly [URLSearchParams, SetSearchParams] {
  const { search } = usePlace();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback<SetSearchParams>(
    (query, options) => {
      const text = String(new URLSearchParams(query));
      // An empty query would stay an empty address, which means the present one.
      navigate(text ? `?${text}` : window.location.pathname, options);
    },
    [navigate],
  );
  return [params, setParams];
}
