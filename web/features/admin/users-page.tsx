import { secondStepText } from './second-step-text.ts';
import { Link, useSearchParams } from '#web/navigation/router.tsx';

import { limits } from '#shared/limits.ts';
import { href } from '#web/navigation/paths.ts';
import { tableBegin, useList, type RowOf } from '#web/lib/use-list.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { emailWords } from '#web/ui/email-words.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Money } from '#web/ui/money.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { DataTable, type Column } from '#web/ui/table.tsx';
import { Time } from '#web/ui/time.tsx';

import { AccountBadges } from './account-badges.tsx';
import { roleText } from './admin-words.ts';
import listStyles from './admin-list.module.css';
import styles from './users-page.module.css';

type User = RowOf<'user.all'>;

/** /users: everybody with an account, newest first; the server searches, so it finds people on other pages too. */
export function UsersPage() {
  const [query, setQuery] = useSearchParams();
  const search = query.get('search') ?? '';
  const { rows, error, retry, needMore, isLoading } = useList(
    'user.all',
    search === '' ? {} : { search },
    { keepPreviousData: true },
    tableBegin,
  );
  return (
    <div className={listStyles.page}>
      <div className={listStyles.head}>
        <h1>Users</h1>
      </div>
      <Panel busy={isLoading || undefined}>
        <div className={listStyles.content}>
          <SearchBox
            label="Search users"
            placeholder="Search by email, name, id or last four digits"
            search={search}
            onSearch={(words) => setQuery(words === '' ? {} : { search: words }, { replace: true })}
          />
          {!rows && error ? (
            <LoadFailure error={error} onRetry={retry} />
          ) : (
            <div className={styles.table}>
              <DataTable
                key={search}
                caption="Users"
                columns={columns}
                rows={rows}
                rowKey={(row) => row._id}
                loading={!rows}
                loadingRows={limits.tableRowsPerPage}
                pageSize={limits.tableRowsPerPage}
                onNeedMore={needMore}
                empty={
                  <EmptyState
                    icon="users"
                    title="No users found"
                    text={
                      search === ''
                        ? undefined
                        : `No email or name starts with “${search}”. An id and a card’s last four digits have to be whole.`
                    }
                    action={
                      search !== '' && (
                        <Button variant="secondary" onClick={() => setQuery({}, { replace: true })}>
                          Show all users
                        </Button>
                      )
                    }
                  />
                }
              />
            </div>
          )}
        </div>
      </Panel>
    </div>
  );
}

const columns: readonly Column<User>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: (user) => (
      <Link to={href.user(user._id)} className={styles.name}>
        {`${user.firstname} ${user.lastname}`.trim() || emailWords(user.email)}
      </Link>
    ),
  },
  { key: 'email', header: 'Email', cell: (user) => <EmailText email={emailWords(user.email)} /> },
  {
    key: 'role',
    header: 'Role',
    hideOnMobile: true,
    cell: (user) => <Badge tone={user.role === 'admin' ? 'indigo' : 'gray'}>{roleText(user)}</Badge>,
  },
  {
    key: 'verified',
    header: 'Verified',
    hideOnMobile: true,
    cell: (user) => (user.verified ? <Badge tone="green">Yes</Badge> : <Badge tone="yellow">No</Badge>),
  },
  {
    key: '2fa',
    header: '2FA',
    hideOnMobile: true,
    cell: (user) => secondStepText(user) ?? <span className="muted">Off</span>,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (user) => <AccountBadges user={user} />,
  },
  { key: 'balance', header: 'Balance', align: 'end', cell: (user) => <Money cents={user.balance} /> },
  { key: 'joined', header: 'Joined', align: 'end', cell: (user) => <Time iso={user.createdAt} as="date" /> },
];
