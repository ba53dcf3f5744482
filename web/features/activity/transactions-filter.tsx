import { useId } from 'react';

import { Icon } from '#web/ui/icon.tsx';

import { statusFilters, type StatusFilterId } from './transaction-words.ts';
import styles from './transactions-filter.module.css';

/** The search box and the status filter above the movements. */
export function TransactionsFilter({
  search,
  onSearch,
  filterId,
  onFilter,
}: {
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly filterId: StatusFilterId;
  readonly onFilter: (id: StatusFilterId) => void;
}) {
  const searchId = useId();
  return (
    <div className={styles.filter}>
      <div className={styles.search}>
        <label htmlFor={searchId} className="visually-hidden">
          Search transactions
        </label>
        <Icon name="search" size={18} />
        <input
          id={searchId}
          type="search"
          placeholder="Search"
          autoComplete="off"
          enterKeyHint="search"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      <div className={styles.choices} role="group" aria-label="Status">
        {statusFilters.map((filter) => (
          <button
            key={filter.id}
            type="button"
            className={styles.choice}
            aria-pressed={filterId === filter.id}
            onClick={() => onFilter(filter.id)}
          >
            {filter.label}
          </button>
        ))}
      </div>
    </div>
  );
}
