import type { ReactNode } from 'react';
import { Link } from '#web/navigation/router.tsx';

import { LazyReportPayment } from '#web/features/cases/parts.ts';
import { href } from '#web/navigation/paths.ts';
import { useRead } from '#web/lib/use-api.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';

import { stateName } from './history-csv.ts';
import styles from './history-drawer.module.css';
import {
  declineAdvice,
  feeSplit,
  historyDetail,
  historyKindName,
  historyTitle,
  type HistoryRow,
} from './history-words.ts';

const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });

/** Everything about one line, and about the other lines of the same purchase. */
export function HistoryDrawer({
  row,
  story,
  onClose,
}: {
  readonly row: HistoryRow;
  /** The lines of the same purchase, oldest first. */
  readonly story: readonly HistoryRow[];
  readonly onClose: () => void;
}) {
  const { decline_reason: reason, card } = row;
  const advice = declineAdvice(row.decline_code);
  return (
    <Modal open onClose={onClose} title={historyTitle(row)}>
      <p className={styles.amount}>
        <Money cents={row.amount} signed tone={row.booked === 0 ? 'muted' : 'auto'} />
      </p>
      {row.failure !== undefined && <Notice tone="warning">{row.failure}</Notice>}
      {row.state === 'declined' && (
        <Notice tone="warning">
          {reason ?? 'The merchant’s bank gave no reason.'} Nothing was charged. {advice}{' '}
          {card && <Link to={href.card(card._id)}>Open the card</Link>}
        </Notice>
      )}
      <dl className={styles.facts}>
        <Fact name="Status">{stateName(row)}</Fact>
        <Fact name="Type">{historyKindName(row.kind)}</Fact>
        {row.of === 'account' && historyDetail(row) && <Fact name="Details">{historyDetail(row)}</Fact>}
        <Fact name="Time">
          <time dateTime={row.createdAt}>{exact.format(Date.parse(row.createdAt))}</time>
        </Fact>
        {feeSplit(row) && <Fact name="Amount and fee">{feeSplit(row)}</Fact>}
        {row.of === 'card' && <Fact name="Statement text">{row.description}</Fact>}
        {row.category && <Fact name="Category">{row.category}</Fact>}
        {row.of === 'card' && <Fact name="Currency">{row.currency}</Fact>}
        {card && (
          <Fact name="Card">
            <Link to={href.card(card._id)}>
              {card.name} •••• {card.last4Digits}
            </Link>
          </Fact>
        )}
        {row.balanceAfter !== null && (
          <Fact name={row.of === 'card' ? 'Card balance after' : 'Balance after'}>
            <Money cents={row.balanceAfter} />
          </Fact>
        )}
        {row.of === 'account' && row.booked !== 0 && row.balanceAfter === null && <BalanceAfter row={row} />}
        <Fact name="Reference">
          <span className={styles.reference}>{row.reference}</span>{' '}
          <CopyButton value={row.reference} label="Copy reference" />
        </Fact>
      </dl>
      <Timeline row={row} story={story} />
      {row.of === 'card' && <LazyReportPayment row={row} />}
    </Modal>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const minuteMs = 60_000;

/** The account's balance after a line that does not note it, from the statement; nothing while it is unknown. */
function BalanceAfter({ row }: { readonly row: HistoryRow }) {
  const from = new Date(Date.parse(row.createdAt) - minuteMs).toISOString();
  const to = new Date(Date.parse(row.updatedAt) + minuteMs).toISOString();
  const { data } = useRead('transactions.statement', { query: { from, to } });
  const line = data?.lines.findLast(({ reference }) => reference === row.reference);
  if (!line) return null;
  return (
    <Fact name="Balance after">
      <Money cents={line.balance} />
    </Fact>
  );
}

/** When the line began and when it ended, or the purchase and what came back of it. */
function Timeline({ row, story }: { readonly row: HistoryRow; readonly story: readonly HistoryRow[] }) {
  const steps =
    story.length > 1
      ? story.map((each) => ({ at: each.createdAt, text: historyKindName(each.kind), amount: each.booked }))
      : [
          { at: row.createdAt, text: row.of === 'card' ? historyKindName(row.kind) : 'Started', amount: undefined },
          ...(row.updatedAt === row.createdAt ? [] : [{ at: row.updatedAt, text: stateName(row), amount: undefined }]),
        ];
  return (
    <section>
      <h3 className={styles.heading}>Timeline</h3>
      <ol className={styles.steps}>
        {steps.map(({ at, text, amount }) => (
          <li key={`${at} ${text}`}>
            {text} {amount !== undefined && <Money cents={amount} signed />}{' '}
            <time className="muted" dateTime={at}>
              {exact.format(Date.parse(at))}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
