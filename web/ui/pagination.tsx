import { Icon, type IconName } from './icon.tsx';
import { pageNumbers } from './page-numbers.ts';
import './pagination.css';

/** First, previous, numbers with siblings, next, last. A button that leads nowhere now keeps the focus that it has. */
export function Pagination({
  page,
  pages,
  onPage,
  label = 'Pages',
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  label?: string | undefined;
}) {
  if (pages <= 1) return null;
  const jump = (name: string, icon: IconName, to: number, usable: boolean) => (
    <button
      type="button"
      className="page-button"
      aria-label={name}
      aria-disabled={!usable || undefined}
      onClick={() => usable && onPage(to)}
    >
      <Icon name={icon} size={18} />
    </button>
  );
  return (
    <nav className="pagination" aria-label={label}>
      {jump('First page', 'chevrons-left', 1, page > 1)}
      {jump('Previous page', 'chevron-left', page - 1, page > 1)}
      {pageNumbers(page, pages).map((entry) =>
        typeof entry === 'number' ? (
          <button
            key={entry}
            type="button"
            className="page-button num"
            aria-label={`Page ${entry}`}
            aria-current={entry === page ? 'page' : undefined}
            onClick={() => onPage(entry)}
          >
            {entry}
          </button>
        ) : (
          <span key={entry} className="page-gap" aria-hidden="true">
            …
          </span>
        ),
      )}
      {jump('Next page', 'chevron-right', page + 1, page < pages)}
      {jump('Last page', 'chevrons-right', pages, page < pages)}
    </nav>
  );
}
