import { navigate, presentLocation, useLocation } from '#web/navigation/router.tsx';

import { pageNames, pickQuery, withPageQuery } from '#web/navigation/page-query.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { searchNow } from '#web/ui/search-box.tsx';
import { useNow } from '#web/ui/use-now.ts';

import { activityQuery, type ActivityFilter, type ActivityQuery } from './activity-filter.ts';

function filterIn(search: string): ActivityFilter {
  return Object.fromEntries(new URLSearchParams(pickQuery(search, true)));
}

/** Returns the filter that is chosen and typed at this moment, though the page may not show it yet. */
export function queryFilterNow(): ActivityFilter {
  searchNow();
  return filterIn(window.location.search);
}

/** Returns the filter of this moment as the API's query. */
export function queryNow(): ActivityQuery {
  return activityQuery(queryFilterNow(), serverNow());
}

/** Reads and changes the filters of the activity lines in the address. Open dialogs stay open. */
export function useActivityFilter() {
  const { search } = useLocation();
  const nowMs = useNow();
  const filter = filterIn(search);

  function change(changes: ActivityFilter): void {
    // Starts from the browser's address: an earlier change may not be rendered yet.
    const { search: now, state } = presentLocation();
    const before: ActivityFilter = Object.fromEntries(new URLSearchParams(pickQuery(now, true)));
    const next = new URLSearchParams();
    for (const name of pageNames) {
      const value = name in changes ? changes[name] : before[name];
      if (value) next.set(name, value);
    }
    navigate({ search: withPageQuery(now, next.toString()) }, { replace: true, state });
  }
  return {
    filter,
    nowMs,
    query: activityQuery(filter, nowMs),
    isFiltered: Object.keys(filter).length > 0,
    change,
    clear: (): void => change({ search: '', status: '', kind: '', from: '', to: '' }),
  };
}

/** A filter and how to change it. */
export type UsedFilter = ReturnType<typeof useActivityFilter>;
