import type { ComponentType } from 'react';
import { useSearchParams } from '#web/navigation/router.tsx';

import listStyles from '#web/features/admin/admin-list.module.css';
import { useSubjectTitle } from '#web/navigation/document-title.ts';
import { paths } from '#web/navigation/paths.ts';
import { useMay } from '#web/session/use-may.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { momentText } from '#web/ui/time.tsx';
import { useNow } from '#web/ui/use-now.ts';

import { DeadLetters } from './dead-letters.tsx';
import { DepositDecision } from './deposit-decision.tsx';
import { capitalized, operationNames, receivedText, waitingText } from './desk-words.ts';
import { OpenAdjustments } from './open-adjustments.tsx';
import { OpenBreaks } from './open-breaks.tsx';
import { OpenCases } from './open-cases.tsx';
import { OpenMoves } from './open-moves.tsx';
import { OperationDecision } from './operation-decision.tsx';
import { BooksScreen } from '#web/features/books/books-screen.tsx';
import { InboxScreen } from '#web/features/inbox/inbox-screen.tsx';
import { SettingsScreen } from '#web/features/steering/settings-screen.tsx';
import styles from './desk.module.css';
import { useOpenItem } from './use-open-item.ts';
import { useWaiting, WaitingList, type DeskListProps } from './waiting-list.tsx';

const allKinds = ['deposits', 'operations', 'breaks', 'cases', 'adjustments', 'treasury', 'deadLetters'] as const;
type Kind = (typeof allKinds)[number];

const lists: Readonly<Record<Kind, { readonly name: string; readonly List: ComponentType<DeskListProps> }>> = {
  deposits: { name: 'Deposits', List: Deposits },
  operations: { name: 'Operations', List: Operations },
  breaks: { name: 'Breaks', List: OpenBreaks },
  cases: { name: 'Cases', List: OpenCases },
  adjustments: { name: 'Adjustments', List: OpenAdjustments },
  treasury: { name: 'Payouts and top-ups', List: OpenMoves },
  deadLetters: { name: 'Dead letters', List: DeadLetters },
};

/** /admin/desk: what waits for a person, by kind, each with its list and its decisions. */
export function DeskPage() {
  const now = useNow();
  const mayReadFloat = useMay('admin.float');
  const mayReadBooks = useMay('admin.daily-report');
  const mayReadTreasury = useMay('admin.treasury');
  const [query, setQuery] = useSearchParams();
  const { data: desk } = useWaiting('admin.desk', {});
  const kinds = allKinds.filter((each) => each !== 'treasury' || mayReadTreasury);
  const waiting = desk && kinds.reduce((total, each) => total + (desk[each]?.count ?? 0), 0);
  useSubjectTitle(waiting ? `Desk (${waitingText(waiting)})` : 'Desk');
  const asked = query.get('list');
  const kind = kinds.find((each) => each === asked) ?? 'deposits';
  const open = query.get('open');

  const show = (list: Kind, id?: string): void =>
    setQuery({ list, ...(id === undefined ? {} : { open: id }) }, { replace: id === undefined });
  const close = (): void => show(kind);
  const waits = desk?.[kind];
  const labelOf = (key: Kind): string => {
    const count = desk?.[key]?.count;
    if (count !== undefined) return `${lists[key].name} (${waitingText(count)})`;
    return desk ? `${lists[key].name} (?)` : lists[key].name;
  };
  if (query.get('view') === 'settings') return <SettingsScreen onBack={() => setQuery({})} />;
  if (mayReadBooks && query.get('view') === 'books') return <BooksScreen onBack={() => setQuery({})} />;
  if (query.get('view') === 'webhooks') return <InboxScreen onBack={() => setQuery({})} />;
  return (
    <div className={listStyles.page}>
      <div className={listStyles.head}>
        <h1>Desk</h1>
        {waits && (
          <p className="muted" aria-live="polite">
            {waits.oldestAt === null
              ? `${lists[kind].name}: none waiting`
              : `${lists[kind].name}: ${waitingText(waits.count)} waiting, oldest: ${momentText(waits.oldestAt, now)}`}
          </p>
        )}
        <div className={styles.ways}>
          {mayReadFloat && (
            <LinkButton to={paths.float} variant="secondary" size="sm">
              Float
            </LinkButton>
          )}
          {mayReadBooks && (
            <LinkButton to={`${paths.desk}?view=books`} variant="secondary" size="sm">
              Books
            </LinkButton>
          )}
          <LinkButton to={`${paths.desk}?view=webhooks`} variant="secondary" size="sm">
            Webhooks
          </LinkButton>
          <LinkButton to={`${paths.desk}?view=settings`} variant="secondary" size="sm">
            Settings
          </LinkButton>
        </div>
      </div>
      <Panel>
        <Tabs
          label="What waits"
          value={kind}
          onChange={(key) => show(key as Kind)}
          tabs={kinds.map((key) => {
            const { List } = lists[key];
            return {
              key,
              label: labelOf(key),
              content: <List open={open} onOpen={(id) => show(key, id)} onClose={close} />,
            };
          })}
        />
      </Panel>
    </div>
  );
}

function Deposits({ open, onOpen, onClose }: DeskListProps) {
  const { data, error, mutate } = useWaiting('admin.deposits', {});
  return (
    <>
      <WaitingList
        caption="Deposits"
        lines={data?.map(({ _id: id, why, amount, received, proposal, ...line }) => ({
          ...line,
          id,
          received: receivedText(received),
          why: why !== null && capitalized(why),
          cents: amount,
          isProposed: proposal !== null,
        }))}
        error={error}
        onRetry={() => void mutate()}
        onOpen={onOpen}
      />
      {open?.startsWith('dep_') && <DepositDecision depositId={open as `dep_${string}`} onClose={onClose} />}
    </>
  );
}

function Operations({ open, onOpen, onClose }: DeskListProps) {
  const { data, error, mutate } = useWaiting('admin.operations', {});
  const operation = useOpenItem(data, open);
  return (
    <>
      <WaitingList
        caption="Operations"
        lines={data?.map(({ _id: id, kind, amount, proposal, ...line }) => ({
          ...line,
          id,
          why: operationNames[kind] ?? kind,
          cents: amount,
          isProposed: proposal !== null,
        }))}
        error={error}
        onRetry={() => void mutate()}
        onOpen={onOpen}
      />
      {operation && <OperationDecision operation={operation} onClose={onClose} />}
    </>
  );
}
