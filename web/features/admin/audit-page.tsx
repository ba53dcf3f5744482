import { useEffect, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from '#web/navigation/router.tsx';

import { limits } from '#shared/limits.ts';
import { downloadCsv } from '#web/features/activity/csv.ts';
import { NothingSoFar, SearchReach } from '#web/features/activity/nothing-found.tsx';
import { href } from '#web/navigation/paths.ts';
import { useRead } from '#web/lib/use-api.ts';
import { fetchAll, useList } from '#web/lib/use-list.ts';
import { Button } from '#web/ui/button.tsx';
import { emailWords } from '#web/ui/email-words.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DataTable, type Column } from '#web/ui/table.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { auditCsv, changesText, kindNames, partyHint, partyOf, shortId, type AuditEntry } from './audit-words.ts';
import listStyles from './admin-list.module.css';
import styles from './audit-page.module.css';

type Filter = NonNullable<Parameters<typeof useList<'admin.audit'>>[1]>;

const userId = /^usr_[0-9A-HJKMNP-TV-Z]{26}$/;

/** /audit: what admins, commands and people did, newest first; the API filters. */
export function AuditPage() {
  const toast = useToast();
  const [query, setQuery] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const filter = filterOf(query);
  const isFiltered = Object.keys(filter).length > 0;
  const list = useList('admin.audit', filter, { keepPreviousData: true });
  const { rows, error, retry, hasMore, isLoading } = list;

  function change(name: 'actor' | 'subject' | 'kind', value: string): void {
    const next = new URLSearchParams(query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace: true });
  }
  async function save(): Promise<void> {
    setBusy(true);
    try {
      downloadCsv('audit', auditCsv(await fetchAll('admin.audit', filter)));
    } catch (thrown) {
      toast.error(thrown);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={listStyles.page}>
      <div className={listStyles.head}>
        <h1>Audit Log</h1>
        <Button
          variant="ghost"
          size="sm"
          icon={<Icon name="download" size={16} />}
          busy={busy}
          onClick={() => void save()}
        >
          Export CSV
        </Button>
      </div>
      <Panel busy={isLoading || undefined}>
        <div className={listStyles.content}>
          <div className={styles.filters}>
            <SelectField
              label="Kind"
              value={filter.kind ?? ''}
              onChange={(event) => change('kind', event.target.value)}
            >
              <option value="">All kinds</option>
              {Object.entries(kindNames).map(([kind, name]) => (
                <option key={kind} value={kind}>
                  {name}
                </option>
              ))}
            </SelectField>
            <PartyField
              label="Actor"
              others={actors}
              value={filter.actor ?? ''}
              onChange={(id) => change('actor', id)}
            />
            <PartyField
              label="Subject"
              others={subjects}
              value={filter.subject ?? ''}
              onChange={(id) => change('subject', id)}
            />
          </div>
          {!rows && error ? (
            <LoadFailure error={error} onRetry={retry} />
          ) : (
            <div className={styles.table}>
              <DataTable
                key={JSON.stringify(filter)}
                caption="Audit log"
                columns={columns}
                rows={rows}
                rowKey={(row) => row._id}
                loading={!rows || (isLoading && rows.length === 0)}
                loadingRows={limits.tableRowsPerPage}
                pageSize={limits.tableRowsPerPage}
                onNeedMore={list.needMore}
                empty={
                  hasMore ? (
                    <NothingSoFar search={list} />
                  ) : (
                    <EmptyState
                      icon="shield"
                      title="No records found"
                      text="Nothing in the log matches."
                      action={
                        isFiltered && (
                          <Button variant="secondary" onClick={() => setQuery({}, { replace: true })}>
                            Show all records
                          </Button>
                        )
                      }
                    />
                  )
                }
              />
              {isFiltered && hasMore && rows && rows.length > 0 && <SearchReach search={list} />}
            </div>
          )}
        </div>
      </Panel>
    </div>
  );
}

/** Reads the filter from the address. Leaves out a value that is no id or kind. */
function filterOf(query: URLSearchParams): Filter {
  const [actor, subject, kind] = ['actor', 'subject', 'kind'].map((name) => query.get(name) ?? '');
  return {
    ...(isIdOr(actors, actor) ? { actor: actor as NonNullable<Filter['actor']> } : {}),
    ...(isIdOr(subjects, subject) ? { subject: subject as AuditEntry['subject'] } : {}),
    ...(kind !== undefined && kind in kindNames ? { kind: kind as AuditEntry['kind'] } : {}),
  };
}

/** Actors that are no users, with their names. */
const actors: Names = { 'command-line': 'Command line', system: 'Satchel itself' };

/** Subjects that are no users, with their names. */
const subjects: Names = { platform: 'The platform' };

type Names = Readonly<Record<string, string>>;

function isIdOr(others: Names, id: string | undefined): boolean {
  return id !== undefined && (userId.test(id) || id in others);
}

/** Delay between the last key and the search, in milliseconds. */
const typingPauseMs = 250;

/** A field for a person, found by email address, name, TID or the end of a card's number. */
function PartyField({
  label,
  others,
  value,
  onChange,
}: {
  readonly label: string;
  readonly others: Names;
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  // Undefined while the field shows the chosen party.
  const [typed, setTyped] = useState<string>();
  const [search, setSearch] = useState('');
  const words = typed?.trim() ?? (userId.test(value) ? value : '');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(words), typingPauseMs);
    return () => clearTimeout(timer);
  }, [words]);
  const { data } = useRead('user.all', search === '' ? null : { query: { search, limit: 5 } });
  const people = search === words ? data : undefined;
  const found = [
    ...Object.entries(others)
      .map(([id, name]) => ({ id, name }))
      .filter(({ name }) => words !== '' && name.toLowerCase().startsWith(words.toLowerCase())),
    ...(people ?? []).map(({ _id, email }) => ({ id: _id, name: emailWords(email) })),
  ];
  const shown = others[value] ?? found.find(({ id }) => id === value)?.name ?? value;
  function take(): void {
    const party = typed === undefined ? undefined : partyOf(typed, found);
    if (party === undefined) return;
    setTyped(undefined);
    onChange(party.id);
  }
  return (
    <TextField
      label={label}
      value={typed ?? shown}
      autoComplete="off"
      spellCheck={false}
      hint={partyHint(typed ?? '', found)}
      error={typed && people && found.length === 0 ? 'User not found.' : undefined}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value === '') onChange('');
      }}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  );
}

function Person({ id, email }: { readonly id: string; readonly email: string | null }): ReactNode {
  return id.startsWith('usr_') ? (
    <Link to={href.user(id)} title={id} className={styles.id}>
      {email === null ? shortId(id) : emailWords(email)}
    </Link>
  ) : (
    (actors[id] ?? subjects[id] ?? id)
  );
}

const columns: readonly Column<AuditEntry>[] = [
  { key: 'at', header: 'Time', cell: ({ at }) => <Time iso={at} as="date-time" /> },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => kindNames[kind] ?? kind },
  {
    key: 'actor',
    header: 'Actor',
    cell: ({ actor, actorEmail, subject }) => (actor === subject ? 'User' : <Person id={actor} email={actorEmail} />),
  },
  {
    key: 'subject',
    header: 'Subject',
    cell: ({ subject, subjectEmail }) => <Person id={subject} email={subjectEmail} />,
  },
  {
    key: 'changes',
    header: 'Changes',
    cell: (entry) => <span className={styles.changes}>{changesText(entry) || '–'}</span>,
  },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => <span className={styles.words}>{reason ?? '–'}</span> },
  {
    key: 'request',
    header: 'Request',
    hideOnMobile: true,
    cell: ({ requestId }) => (
      <span className={styles.request} title={requestId ?? undefined}>
        {requestId ?? '–'}
      </span>
    ),
  },
];
