import { useState } from 'react';

import { fetchAll } from '#web/lib/use-list.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { useToast } from '#web/ui/toast.tsx';

import styles from './take-away.module.css';
import { TakeButtons, type TakeWay } from './take-buttons.tsx';
import type { Transaction } from './transaction-words.ts';
import { queryNow } from './use-activity-filter.ts';

const load = () => import('./papers.ts');
const LazyPrintView = lazyPart(() => load().then((m) => m.PrintView));

/** Export CSV and Print: everything that matches the search and filter, to the end of the list. */
export function TakeAway({ list }: { readonly list: 'transactions.list' | 'transactions.all' }) {
  const toast = useToast();
  const [busy, setBusy] = useState<TakeWay>();
  const [printed, setPrinted] = useState<readonly Transaction[]>();
  const byEmail = list === 'transactions.all';

  async function take(way: TakeWay): Promise<void> {
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
      <TakeButtons busy={busy} onTake={(way) => void take(way)} onPreparePrint={LazyPrintView.preload} />
      {printed && <LazyPrintView rows={printed} byEmail={byEmail} onDone={() => setPrinted(undefined)} />}
    </div>
  );
}
