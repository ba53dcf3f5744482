import { useState } from 'react';
import { useSearchParams } from '#web/navigation/router.tsx';

import { deliveriesMax } from '#shared/contract/inbox.ts';
import { limits } from '#shared/limits.ts';
import { NothingSoFar, SearchReach } from '#web/features/activity/nothing-found.tsx';
import listStyles from '#web/features/admin/admin-list.module.css';
import { capitalized } from '#web/features/desk/desk-words.ts';
import { useList } from '#web/lib/use-list.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DataTable, type Column } from '#web/ui/table.tsx';
import { Time } from '#web/ui/time.tsx';

import { outcomeBadges, outcomeName, providerNames, verdictName, verdictNames, type Webhook } from './inbox-words.ts';
import styles from './inbox-screen.module.css';
import { WebhookDecision } from './webhook-decision.tsx';

const dayMs = 86_400_000;

type Filter = NonNullable<Parameters<typeof useList<'admin.webhooks'>>[1]>;

const names = ['provider', 'verdict', 'outcome', 'about'] as const;
/** Days in UTC, both included. */
const days = ['from', 'to'] as const;

const columns: readonly Column<Webhook>[] = [
  { key: 'at', header: 'Time', cell: ({ receivedAt }) => <Time iso={receivedAt} as="date-time" /> },
  { key: 'provider', header: 'Provider', cell: ({ provider }) => providerNames[provider] },
  {
    key: 'about',
    header: 'About',
    cell: ({ about }) => <span className={styles.words}>{about ?? '–'}</span>,
  },
  {
    key: 'outcome',
    header: 'Outcome',
    cell: ({ verdict, outcome, deliveries }) => (
      <>
        <Badge tone={outcomeBadges[outcome]?.tone}>
          {verdict === 'accepted' ? outcomeName(outcome) : verdictName(verdict)}
        </Badge>
        {deliveries > 1 && ` came ${deliveries}${deliveries === deliveriesMax ? ' or more' : ''} times`}
      </>
    ),
  },
  {
    key: 'words',
    header: 'Result',
    cell: ({ words }) => <span className={styles.words}>{words === null ? '–' : capitalized(words)}</span>,
  },
  {
    key: 'open',
    header: 'Action',
    align: 'end',
    cell: (webhook) => <OpenButton webhook={webhook} />,
  },
];

function OpenButton({ webhook: { _id, about } }: { readonly webhook: Webhook }) {
  const [query, setQuery] = useSearchParams();
  return (
    <Button
      variant="secondary"
      size="sm"
      onClick={() => setQuery({ ...Object.fromEntries(query), open: _id }, { replace: true })}
    >
      Open<span className="visually-hidden"> webhook about {about ?? 'nothing'}</span>
    </Button>
  );
}

/** The webhooks of both providers, newest first, and the dialog of one of them; the API filters. */
export function InboxScreen({ onBack }: { readonly onBack: () => void }) {
  const [query, setQuery] = useSearchParams();
  const filter = {
    ...Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))),
    ...momentsOf(query),
  } as Filter;
  const isFiltered = Object.keys(filter).length > 0;
  const list = useList('admin.webhooks', filter, { keepPreviousData: true });
  const { rows, error, retry, hasMore, isLoading } = list;
  const open = query.get('open');

  function change(name: (typeof names)[number] | (typeof days)[number] | 'open', value: string): void {
    const next = new URLSearchParams(query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace: true });
  }
  return (
    <div className={listStyles.page}>
      <div className={listStyles.head}>
        <h1>Webhooks</h1>
        <Button variant="secondary" size="sm" onClick={onBack}>
          Back to desk
        </Button>
      </div>
      <Panel busy={isLoading || undefined}>
        <div className={listStyles.content}>
          <div className={styles.filters}>
            <Choice
              label="Provider"
              all="Both providers"
              options={Object.entries(providerNames)}
              value={filter.provider}
              onChange={(value) => change('provider', value)}
            />
            <Choice
              label="Verdict"
              all="All verdicts"
              options={[...Object.entries(verdictNames), ['duplicate', 'Came more than once']]}
              value={filter.verdict}
              onChange={(value) => change('verdict', value)}
            />
            <Choice
              label="Outcome"
              all="All outcomes"
              options={Object.entries(outcomeBadges).map(([key, { name }]) => [key, name] as const)}
              value={filter.outcome}
              onChange={(value) => change('outcome', value)}
            />
            {days.map((name) => (
              <TextField
                key={name}
                label={name === 'from' ? 'From (UTC)' : 'To (UTC)'}
                type="date"
                value={query.get(name) ?? ''}
                error={name === 'to' && isBackwards(query) ? 'Choose the same day or a later one.' : undefined}
                onChange={(event) => change(name, event.target.value)}
              />
            ))}
            <AboutField key={filter.about} about={filter.about ?? ''} onChange={(value) => change('about', value)} />
          </div>
          {!rows && error ? (
            <LoadFailure error={error} onRetry={retry} />
          ) : (
            <div className={styles.table}>
              <DataTable
                key={JSON.stringify(filter)}
                caption="Webhooks"
                columns={columns}
                rows={rows}
                rowKey={({ _id }) => _id}
                loading={!rows || (isLoading && rows.length === 0)}
                loadingRows={limits.tableRowsPerPage}
                pageSize={limits.tableRowsPerPage}
                onNeedMore={list.needMore}
                empty={
                  hasMore ? (
                    <NothingSoFar search={list} />
                  ) : (
                    <EmptyState icon="info" title="No webhooks found" text="Nothing in the inbox matches." />
                  )
                }
              />
              {isFiltered && hasMore && rows && rows.length > 0 && <SearchReach search={list} />}
            </div>
          )}
        </div>
      </Panel>
      {open !== null && <WebhookDecision id={open} onClose={() => change('open', '')} />}
    </div>
  );
}

/** Returns the moments that the days in the address stand for. A text that is no day filters nothing. */
function momentsOf(query: URLSearchParams): Pick<Filter, 'from' | 'to'> {
  const [from, to] = days.map((name) => dayIn(query, name));
  if (isBackwards(query)) return from === undefined ? {} : { from };
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to: new Date(Date.parse(to) + dayMs - 1).toISOString() }),
  };
}

/** Returns the first moment of a day in the address, UTC; undefined for a text that is no day. */
function dayIn(query: URLSearchParams, name: (typeof days)[number]): string | undefined {
  const atMs = Date.parse(query.get(name) ?? '');
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString();
}

function isBackwards(query: URLSearchParams): boolean {
  const [from, to] = days.map((name) => dayIn(query, name));
  return from !== undefined && to !== undefined && to < from;
}

function Choice({
  label,
  all,
  options,
  value = '',
  onChange,
}: {
  readonly label: string;
  /** The name of the choice that filters nothing. */
  readonly all: string;
  readonly options: readonly (readonly [key: string, name: string])[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** The field for an id. Searches when the field is left or Enter is pressed. */
function AboutField({ about, onChange }: { readonly about: string; readonly onChange: (id: string) => void }) {
  const [typed, setTyped] = useState(about);
  const isWrong = typed !== '' && !/^[\w.:-]{1,128}$/.test(typed);
  const search = (): void => {
    if (!isWrong && typed !== about) onChange(typed);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <TextField
        label="About"
        placeholder="Deposit, card or provider’s ID"
        value={typed}
        autoComplete="off"
        spellCheck={false}
        error={isWrong ? 'Enter an ID.' : undefined}
        onBlur={search}
        onChange={(event) => setTyped(event.target.value.trim())}
      />
    </form>
  );
}
