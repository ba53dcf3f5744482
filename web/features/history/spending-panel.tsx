import { useState } from 'react';

import { serverNow } from '#web/lib/server-clock.ts';
import { fetchAll } from '#web/lib/use-list.ts';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';

import styles from './activity-page.module.css';
import type { HistoryRow } from './history-words.ts';
import { spendingBy, spendingFrom } from './spending.ts';

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long' });

/** Maximum number of names that are shown of each grouping. */
const namesMax = 12;

/**
 * Shows the cards' spending this month and the month before, by category and merchant. Reads the lines only on request.
 */
export function SpendingPanel() {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [read, setRead] = useState<{ readonly now: Date; readonly rows: readonly HistoryRow[] }>();

  async function show(): Promise<void> {
    setBusy(true);
    try {
      const now = new Date(serverNow());
      const from = spendingFrom(now).toISOString();
      setRead({ now, rows: await fetchAll('activity.list', { kind: 'purchase,refund,reversal', from }) });
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Panel title="Spending">
      {read ? (
        <div className={styles.spending}>
          <Table by="category" {...read} />
          <Table by="merchant" {...read} />
        </div>
      ) : (
        <Button variant="secondary" size="sm" busy={busy} onClick={() => void show()}>
          Show spending
        </Button>
      )}
    </Panel>
  );
}

function Table({
  by,
  rows,
  now,
}: {
  readonly by: 'category' | 'merchant';
  readonly rows: readonly HistoryRow[];
  readonly now: Date;
}) {
  const names = spendingBy(by, rows, now).slice(0, namesMax);
  return (
    <table className={styles.sums}>
      <thead>
        <tr>
          <th scope="col">{by === 'category' ? 'Category' : 'Merchant'}</th>
          <th scope="col">{monthName.format(now)}</th>
          <th scope="col">{monthName.format(spendingFrom(now))}</th>
        </tr>
      </thead>
      <tbody>
        {names.map(({ name, cents, beforeCents }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Money cents={cents} />
            </td>
            <td>
              <Money cents={beforeCents} tone="muted" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
