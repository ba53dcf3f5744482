import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useSearchParams } from '#web/navigation/router.tsx';

import type { ReplyOf } from '#shared/contract/index.ts';
import type { fileTabs } from '#shared/contract/person-file.ts';
import type { Id } from '#shared/ids.ts';
import { limits } from '#shared/limits.ts';
import { NothingSoFar, SearchReach } from '#web/features/activity/nothing-found.tsx';
import { capitalized } from '#web/features/desk/desk-words.ts';
import { useList } from '#web/lib/use-list.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { emailWords } from '#web/ui/email-words.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { atField } from '#web/ui/error-in-place.ts';
import { TextField } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DataTable, type Column } from '#web/ui/table.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { changesText, kindNames, shortId, type AuditEntry } from './audit-words.ts';
import { HeldReferrals } from './held-referrals.tsx';
import styles from './user-file.module.css';

type Line = ReplyOf<'admin.user-file'>[number];
type Part = (typeof fileTabs)[number];
type Tab = Part | 'notes' | 'log';
type List = Pick<
  ReturnType<typeof useList>,
  'error' | 'retry' | 'isLoading' | 'isSearching' | 'hasMore' | 'reachedAt'
> & {
  readonly needMore: () => void;
  readonly searchFurther: () => void;
};

const names: Readonly<Record<Tab, string>> = {
  cards: 'Cards',
  deposits: 'Deposits',
  operations: 'Operations',
  movements: 'Movements',
  referrals: 'Referrals',
  sessions: 'Sessions',
  cases: 'Cases',
  notes: 'Notes',
  log: 'Log',
};
const tabs = Object.keys(names) as Tab[];

/** The parts of a person's file, each a list of its own; the address says which is shown. */
export function UserFile({ userId }: { readonly userId: Id<'user'> }) {
  const [query, setQuery] = useSearchParams();
  const named = tabs.find((each) => each === query.get('tab'));
  const file = useRef<HTMLDivElement>(null);
  const isAskedFor = useRef(named !== undefined);
  // A link to a part of the file leads there, past the person's figures.
  useEffect(() => {
    if (isAskedFor.current) file.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={file} className={styles.file}>
      <Panel title="File">
        <Tabs
          label="Parts of the file"
          value={named ?? 'cards'}
          onChange={(key) => setQuery({ tab: key }, { replace: true })}
          tabs={tabs.map((key) => ({ key, label: names[key], content: contentOf(key, userId) }))}
        />
      </Panel>
    </div>
  );
}

function contentOf(tab: Tab, userId: Id<'user'>): ReactNode {
  if (tab === 'notes') return <Notes userId={userId} />;
  if (tab === 'log') return <Log userId={userId} />;
  if (tab === 'referrals') {
    return (
      <div className={styles.stack}>
        <HeldReferrals userId={userId} />
        <FilePart tab={tab} userId={userId} />
      </div>
    );
  }
  return <FilePart key={tab} tab={tab} userId={userId} />;
}

function FilePart({ tab, userId }: { readonly tab: Part; readonly userId: Id<'user'> }) {
  const list = useList('admin.user-file', { user: userId, tab });
  return <Lines caption={names[tab]} list={list} lines={list.rows} />;
}

function Log({ userId }: { readonly userId: Id<'user'> }) {
  const list = useList('admin.audit', { subject: userId });
  return <Lines caption={names.log} list={list} lines={list.rows?.map(recordLine)} />;
}

function Notes({ userId }: { readonly userId: Id<'user'> }) {
  const list = useList('admin.audit', { subject: userId, kind: 'note' });
  return (
    <div className={styles.stack}>
      <AddNote userId={userId} />
      <Lines caption={names.notes} list={list} lines={list.rows?.map(noteLine)} />
    </div>
  );
}

function AddNote({ userId }: { readonly userId: Id<'user'> }) {
  const toast = useToast();
  const formId = useId();
  const [text, setText] = useState('');
  const add = useWrite('admin.note', {
    refresh: ['admin.audit'],
    onSuccess: () => setText(''),
    onError: (error) => {
      if (atField(error, 'text') === undefined) toast.error(error);
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() !== '') void add.run({ params: { id: userId }, body: { text: text.trim() } });
  }
  return (
    <form id={formId} className={styles.note} onSubmit={submit} noValidate>
      <TextField
        label="New note"
        value={text}
        autoComplete="off"
        hint="For staff only. It can’t be changed or deleted, so leave names and numbers out."
        error={atField(add.error, 'text')}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" form={formId} size="sm" busy={add.busy} disabled={text.trim() === ''}>
        Add Note
      </Button>
    </form>
  );
}

function noteLine({ _id, at, actor, actorEmail, after }: AuditEntry): Line {
  return { _id, at, title: String(after['note']), state: null, amount: null, facts: [by(actor, actorEmail)] };
}

function recordLine(entry: AuditEntry): Line {
  const { _id, at, actor, actorEmail, subject, kind, reason } = entry;
  const changes = changesText(entry);
  return {
    _id,
    at,
    title: kindNames[kind] ?? kind,
    state: null,
    amount: null,
    facts: [
      actor === subject ? { label: 'By', text: 'User' } : by(actor, actorEmail),
      ...(changes === '' ? [] : [{ label: 'Changes', text: changes }]),
      ...(reason === null ? [] : [{ label: 'Reason', text: reason }]),
    ],
  };
}

function by(actor: string, email: string | null): Line['facts'][number] {
  return { label: 'By', text: email === null ? shortId(actor) : emailWords(email) };
}

/** The lines of one part. A list that was not searched to its end never says that there is nothing. */
function Lines({
  caption,
  list,
  lines,
}: {
  readonly caption: string;
  readonly list: List;
  readonly lines: readonly Line[] | undefined;
}) {
  if (!lines && list.error) return <LoadFailure error={list.error} onRetry={list.retry} />;
  return (
    <div className={styles.stack}>
      <DataTable
        caption={caption}
        columns={columns}
        rows={lines}
        rowKey={({ _id }) => _id}
        loading={!lines}
        pageSize={limits.tableRowsPerPage}
        onNeedMore={list.needMore}
        empty={
          list.hasMore ? (
            <NothingSoFar search={list} />
          ) : (
            <EmptyState icon="search" title="Nothing found" text="There is nothing in this part of the file." />
          )
        }
      />
      {list.hasMore && lines && lines.length > 0 && <SearchReach search={list} />}
    </div>
  );
}

const columns: readonly Column<Line>[] = [
  { key: 'at', header: 'Time', cell: ({ at }) => <Time iso={at} as="date-time" /> },
  {
    key: 'title',
    header: 'About',
    cell: ({ title, facts }) => (
      <div className={styles.about}>
        <span>{title}</span>
        {facts.length > 0 && (
          <dl className={styles.facts}>
            {facts.map((fact) => (
              <div key={fact.label}>
                <dt>{fact.label}</dt>
                <dd>{valueOf(fact)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => (state === null ? '–' : <Badge>{capitalized(state.replaceAll('_', ' '))}</Badge>),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount }) => (amount === null ? '–' : <Money cents={amount} />),
  },
];

function valueOf({ text, at, amount }: Line['facts'][number]): ReactNode {
  if (amount !== undefined) return <Money cents={amount} />;
  return at === undefined ? text : <Time iso={at} as="date-time" />;
}
