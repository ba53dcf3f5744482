import { SearchBox } from '#web/ui/search-box.tsx';

import { kindName, kinds, statusFilters } from './transaction-words.ts';
import styles from './transactions-filter.module.css';
import type { UsedFilter } from './use-activity-filter.ts';

const accountTypes = kinds.map((id) => ({ id, label: kindName(id) }));

/** The search box and the filters above the activity lines. */
export function TransactionsFilter({
  used,
  types = accountTypes,
}: {
  readonly used: UsedFilter;
  /** The choices of the type filter. */
  readonly types?: readonly { readonly id: string; readonly label: string }[];
}) {
  const { filter, change } = used;
  const { kind = '', from = '', to = '', status } = filter;
  return (
    <div className={styles.filter}>
      <SearchBox
        label="Search transactions"
        placeholder="Search"
        search={filter.search ?? ''}
        onSearch={(search) => change({ search })}
      />
      <div className={styles.choices} role="group" aria-label="Status">
        {statusFilters.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            className={styles.choice}
            aria-pressed={(status || 'all') === id}
            onClick={() => change({ status: id === 'all' ? '' : id })}
          >
            {label}
          </button>
        ))}
      </div>
      <details className={styles.more} open={`${kind}${from}${to}` !== ''}>
        <summary>Type and dates</summary>
        <select aria-label="Type" value={kind} onChange={(event) => change({ kind: event.target.value })}>
          <option value="">All types</option>
          {types.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        <input
          type="date"
          aria-label="From"
          value={from}
          max={to}
          onChange={(event) => change({ from: event.target.value })}
        />
        <span aria-hidden="true">–</span>
        <input
          type="date"
          aria-label="To"
          value={to}
          min={from}
          onChange={(event) => change({ to: event.target.value })}
        />
      </details>
    </div>
  );
}
