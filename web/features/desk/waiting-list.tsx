import type { ReactNode } from 'react';

import { limits } from '#shared/limits.ts';
import { PersonLink } from '#web/features/admin/person-link.tsx';
import { useRead } from '#web/lib/use-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { emailWords } from '#web/ui/email-words.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money } from '#web/ui/money.tsx';
import { DataTable, type Column } from '#web/ui/table.tsx';
import { Time } from '#web/ui/time.tsx';

import { waitingText } from './desk-words.ts';
import styles from './desk.module.css';

/** Reads what waits, again and again: the desk is open all day, and what is new appears by itself. */
export const useWaiting: typeof useRead = (id, input) => useRead(id, input, { refreshInterval: 60_000 });

/** Something that waits for a person, as a line of a list. */
export type WaitingLine = {
  readonly id: string;
  readonly since: string;
  /** Null when it concerns no single person. */
  readonly userId: string | null;
  readonly email: string | null;
  readonly name?: string | null;
  readonly cents: number;
  /** True for an amount shown with its sign: it adds to a balance or takes from it. */
  readonly isSigned?: boolean;
  /** The amount that was received, where it differs from what was asked for. */
  readonly received?: string | undefined;
  /** Its name and why it waits. */
  readonly why: ReactNode;
  /** True once the first of two decisions was made. */
  readonly isProposed: boolean;
  /** The admin who works on it. */
  readonly takenBy?: string | undefined;
};

/** Props of a list of the desk. The address says which of its dialogs is open. */
export type DeskListProps = {
  /** The id of the item whose dialog is open. */
  readonly open: string | null;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
};

/** The waiting items of one kind, longest first. A line opens its evidence and its decision. */
export function WaitingList({
  caption,
  lines,
  error,
  onRetry,
  onOpen,
}: {
  readonly caption: string;
  readonly lines: readonly WaitingLine[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onOpen: (id: string) => void;
}) {
  if (lines === undefined && error !== undefined) return <LoadFailure error={error} onRetry={onRetry} />;
  const isCut = lines !== undefined && waitingText(lines.length).endsWith('+');
  return (
    <div className={styles.list}>
      <DataTable
        caption={caption}
        columns={columnsOf(caption, onOpen)}
        rows={lines}
        rowKey={({ id }) => id}
        loading={lines === undefined}
        pageSize={limits.tableRowsPerPage}
        empty={<EmptyState icon="check" title="Nothing waits here" text="New ones appear as they come." />}
      />
      {isCut && (
        <p className="muted">The 100 that wait longest are shown. The next ones follow as these are decided.</p>
      )}
    </div>
  );
}

function columnsOf(caption: string, onOpen: (id: string) => void): readonly Column<WaitingLine>[] {
  return [
    { key: 'since', header: 'Waiting since', cell: ({ since }) => <Time iso={since} /> },
    {
      key: 'user',
      header: 'User',
      cell: ({ userId, email, name }) =>
        userId === null ? 'The platform' : <PersonLink userId={userId} email={email} name={name} />,
    },
    { key: 'why', header: 'Reason', cell: ({ why }) => <span className={styles.words}>{why}</span> },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      cell: ({ cents, isSigned = false, received }) => (
        <>
          <Money cents={cents} signed={isSigned} />
          {received !== undefined && <p className="muted">{received}</p>}
        </>
      ),
    },
    {
      key: 'open',
      header: 'Decision',
      align: 'end',
      cell: ({ id, isProposed, takenBy, email }) => (
        <>
          {isProposed && <Badge tone="yellow">Needs a second admin</Badge>}{' '}
          {takenBy !== undefined && <Badge tone="blue">{takenBy}</Badge>}{' '}
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Review ${caption.toLowerCase()} of ${email === null ? 'a user' : emailWords(email)}`}
            onClick={() => onOpen(id)}
          >
            Review
          </Button>
        </>
      ),
    },
  ];
}
