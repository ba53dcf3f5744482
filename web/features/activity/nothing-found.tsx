import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

import { isCutShort } from './activity-filter.ts';
import styles from './transactions-filter.module.css';
import type { UsedFilter } from './use-activity-filter.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

type Search = {
  readonly hasMore: boolean;
  /** Moment back to which the search has looked, while there is more to search. */
  readonly reachedAt: string | undefined;
  readonly isSearching: boolean;
  readonly searchFurther: () => void;
};

function reachText({ reachedAt }: Search): string {
  return reachedAt === undefined ? 'Search not finished' : `Searched back to ${day.format(Date.parse(reachedAt))}`;
}

function FurtherButton({ search }: { readonly search: Search }) {
  return (
    <Button variant="secondary" size="sm" busy={search.isSearching} onClick={search.searchFurther}>
      Search further back
    </Button>
  );
}

/** Says that nothing matches so far, with a button to search further back. */
export function NothingSoFar({ search }: { readonly search: Search }) {
  return (
    <EmptyState
      icon="search"
      title={reachText(search)}
      text="No matches so far."
      action={<FurtherButton search={search} />}
    />
  );
}

/** Says that nothing matches: in the whole list, or so far. */
export function NothingFound({ search, used }: { readonly search: Search; readonly used: UsedFilter }) {
  if (search.hasMore) return <NothingSoFar search={search} />;
  return (
    <EmptyState
      icon="search"
      title="No transactions found"
      text={
        isCutShort(used.filter)
          ? 'Amounts are searched 31 days at a time. Choose dates to search further.'
          : 'Try a different word or filter.'
      }
      action={
        <Button variant="secondary" size="sm" onClick={used.clear}>
          Show all transactions
        </Button>
      }
    />
  );
}

/** Says below the matches how far back the search has looked, while there is more to search. */
export function SearchReach({ search }: { readonly search: Search }) {
  return (
    <p className={styles.reach}>
      <span role="status">{reachText(search)}</span> <FurtherButton search={search} />
    </p>
  );
}
