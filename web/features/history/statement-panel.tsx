import { useState, type ReactNode } from 'react';

import { statementCsv } from '#shared/statement-csv.ts';
import { TakeButtons, type TakeWay } from '#web/features/activity/take-buttons.tsx';
import { downloadCsv } from '#web/features/activity/csv.ts';
import { LazyPaperTable } from '#web/features/activity/lazy-paper-table.ts';
import { call } from '#web/lib/api.ts';
import { useRead } from '#web/lib/use-api.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { moneyText } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { historyKindName } from './history-words.ts';
import { lastDayOf, startOfDay, thisMonth } from './statement-period.ts';
import { readWholeStatement } from './whole-statement.ts';
import styles from './activity-page.module.css';

/** A statement of the account or of a card: a month, or any period; as CSV or on paper. */
export function StatementPanel() {
  const toast = useToast();
  const { data: cards = [] } = useRead('cards.list', {});
  const [account, setAccount] = useState('');
  const [month, setMonth] = useState(() => thisMonth(new Date()));
  const [from, setFrom] = useState(`${month}-01`);
  const [to, setTo] = useState(lastDayOf(month));
  const [busy, setBusy] = useState<TakeWay>();
  const [printed, setPrinted] = useState<ReactNode>();
  const card = cards.find(({ _id }) => _id === account);
  const name = card ? `${card.name} •••• ${card.last4Digits}` : 'Account balance';

  function chooseMonth(chosen: string): void {
    setMonth(chosen);
    if (chosen === '') return;
    setFrom(`${chosen}-01`);
    setTo(lastDayOf(chosen));
  }

  async function take(way: TakeWay): Promise<void> {
    setBusy(way);
    try {
      const statement = await readWholeStatement(
        (query) =>
          card
            ? call('cards.statement', { params: { id: card._id }, query })
            : call('transactions.statement', { query }),
        startOfDay(from),
        startOfDay(to, 1),
      );
      // Made here, with the choice that was read: it may be another by the time this is on paper.
      if (way === 'print')
        setPrinted(
          <LazyPaperTable
            title={`Statement · ${name}`}
            about={`${from} to ${to}. Opening ${moneyText(statement.opening)} · Money in ${moneyText(statement.moneyIn, true)} · Money out ${moneyText(statement.moneyOut, true)} · Closing ${moneyText(statement.closing)}`}
            head={['Type', 'Description', 'Reference', 'Fee', 'Amount', 'Balance']}
            reference={3}
            sums={3}
            rows={statement.lines.map((line) => [
              line.at,
              historyKindName(line.kind),
              line.description,
              line.reference,
              line.fee === 0 ? '' : moneyText(line.fee),
              moneyText(line.amount, true),
              moneyText(line.balance),
            ])}
            onDone={() => setPrinted(undefined)}
          />,
        );
      else downloadCsv(`statement-${card?.last4Digits ?? 'account'}-${from}-${to}`, statementCsv(statement));
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(undefined);
    }
  }
  const isWrong = from === '' || to === '' || to < from;
  return (
    <Panel title="Statements">
      <div className={styles.statement}>
        <SelectField label="For" value={account} onChange={(event) => setAccount(event.target.value)}>
          <option value="">Account balance</option>
          {cards.map((each) => (
            <option key={each._id} value={each._id}>
              {each.name} •••• {each.last4Digits}
              {each.status === 'deleted' && ', deleted'}
            </option>
          ))}
        </SelectField>
        <TextField label="Month" type="month" value={month} onChange={(event) => chooseMonth(event.target.value)} />
        <TextField
          label="First day"
          type="date"
          value={from}
          onChange={(event) => {
            setFrom(event.target.value);
            setMonth('');
          }}
        />
        <TextField
          label="Last day"
          type="date"
          value={to}
          error={to !== '' && to < from ? 'Choose a day on or after the first.' : undefined}
          onChange={(event) => {
            setTo(event.target.value);
            setMonth('');
          }}
        />
      </div>
      <div className={styles.ways}>
        <TakeButtons
          onPreparePrint={LazyPaperTable.preload}
          words={{ csv: 'Download statement', print: 'Print statement' }}
          csvVariant="secondary"
          busy={busy}
          disabled={isWrong}
          onTake={(way) => void take(way)}
        />
      </div>
      {printed}
    </Panel>
  );
}
