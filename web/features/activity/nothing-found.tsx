import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** Nothing matches: of everything, or of what was looked at so far, with a way to look further back. */
export function NothingFound({
  rows,
  hasMore,
  onNeedMore,
}: {
  readonly rows: readonly { readonly createdAt: string }[] | undefined;
  readonly hasMore: boolean;
  readonly onNeedMore: () => void;
}) {
  const last = rows?.at(-1);
  if (!hasMore || !last)
    return <EmptyState icon="search" title="No transactions found" text="Try another word or another status." />;
  return (
    <EmptyState
      icon="search"
      title={`Searched back to ${day.format(Date.parse(last.createdAt))}`}
      text="Nothing matches so far."
      action={
        <Button variant="secondary" onClick={onNeedMore}>
          Search further back
        </Button>
      }
    />
  );
}
