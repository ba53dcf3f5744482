import { useState } from 'react';

import { reportCsv } from '#shared/report-csv.ts';
import { downloadCsv } from '#web/features/activity/csv.ts';
import listStyles from '#web/features/admin/admin-list.module.css';
import { Facts, type Fact } from '#web/features/desk/decision-dialog.tsx';
import { serverNow } from '#web/lib/server-clock.ts';
import { useRead } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DataTable, type Column } from '#web/ui/table.tsx';
import { Time } from '#web/ui/time.tsx';

import { EnterMove } from './enter-move.tsx';
import { balanceNames, coinText, revenueNames, tieWords, type BooksReport } from './books-words.ts';
import styles from './books-screen.module.css';

type CoinDay = BooksReport['deposits'][number];
type CoinTie = NonNullable<NonNullable<BooksReport['comparison']>['provider']>[number];

const depositColumns: readonly Column<CoinDay>[] = [
  { key: 'coin', header: 'Coin', cell: ({ coin }) => coin },
  { key: 'count', header: 'Deposits', align: 'end', cell: ({ count }) => count },
  { key: 'received', header: 'Received', align: 'end', cell: ({ received }) => coinText(received) },
  { key: 'credited', header: 'Credited', align: 'end', cell: ({ credited }) => <Money cents={credited} /> },
  { key: 'refunded', header: 'Refunded', align: 'end', cell: ({ refunded }) => <Money cents={-refunded} /> },
  { key: 'commission', header: 'Commission', align: 'end', cell: ({ commission }) => <Money cents={-commission} /> },
];

const tieColumns: readonly Column<CoinTie>[] = [
  { key: 'coin', header: 'Coin', cell: ({ coin }) => coin },
  { key: 'books', header: 'Our books', align: 'end', cell: ({ books }) => coinText(books) },
  { key: 'theirs', header: 'Provider', align: 'end', cell: ({ theirs }) => theirs },
  { key: 'transit', header: 'In transit', align: 'end', cell: ({ inTransit }) => coinText(inTransit) },
  { key: 'difference', header: 'Difference', align: 'end', cell: ({ difference }) => coinText(difference) },
];

/** A day of the books: the revenue and what it cost, what we owe, and whether the day ties with both providers. */
export function BooksScreen({ onBack }: { readonly onBack: () => void }) {
  const [day, setDay] = useState(() => new Date(serverNow()).toISOString().slice(0, 10));
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day);
  const { data: report, error, mutate } = useRead('admin.daily-report', isDay ? { query: { day } } : null);
  const isMissing = error?.is('NotFound') === true;
  return (
    <div className={listStyles.page} aria-busy={(!report && !error) || undefined}>
      <div className={listStyles.head}>
        <h1>Books</h1>
        <Button variant="secondary" size="sm" onClick={onBack}>
          Back to desk
        </Button>
      </div>
      <Panel>
        <div className={styles.choice}>
          <TextField label="Day (UTC)" type="date" value={day} onChange={(event) => setDay(event.target.value)} />
          {report && (
            <Button
              variant="secondary"
              icon={<Icon name="download" size={16} />}
              onClick={() => downloadCsv(`books-${day}`, reportCsv(report))}
            >
              Export CSV
            </Button>
          )}
        </div>
      </Panel>
      {report ? (
        <Report report={report} />
      ) : isMissing ? (
        <EmptyState icon="info" title="No report of this day" text="The books of a day are summed once an hour." />
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void mutate()} />
      ) : (
        <Skeleton height="24rem" radius={20} />
      )}
      <EnterMove />
    </div>
  );
}

function Report({ report }: { readonly report: BooksReport }) {
  const { comparison, deposits, revenue, balances, state, asOf } = report;
  const tie = tieWords(report);
  const money = (names: readonly (readonly [string, number])[]): readonly Fact[] =>
    names.map(([name, cents]) => [name, <Money key={name} cents={cents} />]);
  return (
    <>
      <Notice tone={tie.tone} title={tie.title} live>
        <p>
          {tie.text} {state === 'closed' ? 'This day is closed and never changes.' : 'This day is still open.'} Up to{' '}
          <Time iso={asOf} as="date-time" />.
        </p>
      </Notice>
      <Panel title="Deposits by coin">
        <DataTable
          caption="Deposits by coin"
          columns={depositColumns}
          rows={deposits}
          rowKey={({ coin }) => coin}
          empty={<p className="muted">No deposit on this day.</p>}
        />
      </Panel>
      <Panel>
        <div className={styles.sides}>
          <Facts Heading="h2" label="Revenue and costs" facts={money(revenueNames(revenue))} />
          <Facts Heading="h2" label="At the end" facts={money(balanceNames(balances))} />
        </div>
      </Panel>
      {comparison && (
        <Panel title="Compared with the providers">
          <div className={listStyles.content}>
            {comparison.provider && (
              <DataTable
                caption="Coins at the payment provider"
                columns={tieColumns}
                rows={comparison.provider}
                rowKey={({ coin }) => coin}
                empty={<p className="muted">The provider has nothing for us, as our books say.</p>}
              />
            )}
            {comparison.issuer && (
              <Facts
                label="Float at the card issuer"
                facts={money([
                  ['Our books', comparison.issuer.books],
                  ['Card issuer', comparison.issuer.theirs],
                  ['In transit', comparison.issuer.inTransit],
                  ['Difference', comparison.issuer.difference],
                ])}
              />
            )}
          </div>
        </Panel>
      )}
    </>
  );
}
