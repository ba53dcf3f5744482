import { useState } from 'react';

import { fetchAll } from '#web/lib/use-list.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { useToast } from '#web/ui/toast.tsx';

import styles from './take-away.module.css';
import type { Transaction } from './transaction-words.ts';
import { queryNow } from './use-activity-filter.ts';

const load = () => import('./papers.ts');
const LazyPrintView = lazyPart(() => load().then((m) => m.PrintView));

/** Export CSV and Print: everything that matches the search and filter, to the end of the list. */
export function TakeAway({ list }: { readonly list: 'transactions.list' | 'transactions.all' }) {
  const toast = useToast();
  const [busy, setBusy] = useState<'csv' | 'print'>();
  const [printed, setPrinted] = useState<readonly Transaction[]>();
  const byEmail = list === 'transactions.all';

  async function take(way: 'csv' | 'print'): Promise<void> {
    setBusy(way);
    try {
      const rows = await fetchAll(list, queryNow());
      if (way === 'print') setPrinted(rows);
      else (await load()).downloadTransactions(rows, byEmail);
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(undefined);
    }
  }
  return (
    <div className={styles.ways}>
      <Button
        variant="ghost"
        size="sm"
        icon={<Icon name="download" size={16} />}
        busy={busy === 'csv'}
        onClick={() => void take('csv')}
      >
        Export CSV
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={<Icon name="receipt" size={16} />}
        busy={busy === 'print'}
        onPointerEnter={LazyPrintView.preload}
        onClick={() => void take('print')}
      >
        Print
      </Button>
      {printed && <LazyPrintView rows={printed} byEmail={byEmail} onDone={() => setPrinted(undefined)} />}
    </div>
  );
}
