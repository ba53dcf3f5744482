import { useLocation, useNavigate } from 'react-router-dom';

import { pageNames, pickQuery, withPageQuery } from '#web/app/page-query.ts';
import { useNow } from '#web/ui/use-now.ts';

import { movementQuery, type MovementFilter } from './movement-filter.ts';

/** What the movements are narrowed to: in the address, below the dialogs. */
export function useMovementFilter() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const nowMs = useNow();
  const given = new URLSearchParams(pickQuery(search, true));
  const filter: MovementFilter = Object.fromEntries(given);

  function change(changes: MovementFilter): void {
    // From the address bar, which an earlier change has reached before it is rendered.
    const { search: now } = window.location;
    const state: unknown = (window.history.state as { usr?: unknown } | null)?.usr;
    const before: MovementFilter = Object.fromEntries(new URLSearchParams(pickQuery(now, true)));
    const next = new URLSearchParams();
    for (const name of pageNames) {
      const value = name in changes ? changes[name] : before[name];
      if (value) next.set(name, value);
    }
    void navigate({ search: withPageQuery(now, next.toString()) }, { replace: true, state });
  }
  return {
    filter,
    query: movementQuery(filter, nowMs),
    isFiltered: given.size > 0,
    change,
    clear: (): void => change({ search: '', status: '', kind: '', from: '', to: '' }),
  };
}

/** A filter and how to change it. */
export type UsedFilter = ReturnType<typeof useMovementFilter>;
