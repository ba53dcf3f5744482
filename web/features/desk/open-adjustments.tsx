import { limits } from '#shared/limits.ts';
import { formatCents } from '#shared/money.ts';
import type { UserStats } from '#web/features/admin/admin-words.ts';
import { PersonLink } from '#web/features/admin/person-link.tsx';
import { refresh, useRead, useWrite } from '#web/lib/use-api.ts';
import { useList } from '#web/lib/use-list.ts';
import { useMay } from '#web/session/use-may.ts';
import { useUser } from '#web/session/use-user.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { emailWords } from '#web/ui/email-words.ts';
import { Money } from '#web/ui/money.tsx';
import { DataTable, type Column } from '#web/ui/table.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { WriteOutcome } from '#web/ui/write-outcome.tsx';

import { DecisionDialog, Facts, type Choice, type Fact } from './decision-dialog.tsx';
import {
  adjustmentState,
  adjustmentStates,
  creditEffect,
  isBeingReversed,
  mayBeReversed,
  type Adjustment,
} from './desk-words.ts';
import styles from './desk.module.css';
import { useOpenItem } from './use-open-item.ts';
import { useWaiting, WaitingList, type DeskListProps } from './waiting-list.tsx';

type Person = UserStats['user'];

const stale = ['admin.adjustments', 'admin.desk', 'admin.user'] as const;
const waiting = { query: { state: 'waiting' } } as const;

/** The adjustments that wait for a second admin, longest first, the past ones, and the dialog of one of them. */
export function OpenAdjustments({ open, onOpen, onClose }: DeskListProps) {
  const { data, error, mutate } = useWaiting('admin.adjustments', waiting);
  const proposals = data ?? [];
  const past = useList('admin.adjustments', {});
  const mayPropose = useMay('admin.propose-adjustment');
  const decided = past.rows?.filter(({ state }) => state !== 'waiting');
  const adjustment = useOpenItem([...proposals, ...(decided ?? [])], open);
  return (
    <div className={styles.form}>
      <WaitingList
        caption="Adjustments"
        lines={data?.map((each) => ({
          id: each._id,
          since: each.createdAt,
          userId: each.userId,
          email: each.email,
          name: each.name,
          why: each.reason,
          cents: signed(each),
          isProposed: true,
          isSigned: true,
        }))}
        error={error}
        onRetry={() => void mutate()}
        onOpen={onOpen}
      />
      {decided && decided.length > 0 && (
        <section className={styles.record}>
          <h2>Decided</h2>
          <DataTable
            caption="Decided"
            columns={decidedColumns(onOpen, (each) => mayPropose && mayBeReversed(each, proposals))}
            rows={decided}
            rowKey={({ _id }) => _id}
            pageSize={limits.tableRowsPerPage}
            onNeedMore={past.needMore}
          />
        </section>
      )}
      {adjustment && (
        <AdjustmentDecision
          key={adjustment._id}
          adjustment={adjustment}
          isReversible={mayBeReversed(adjustment, proposals)}
          reversalWaits={isBeingReversed(adjustment, proposals)}
          onClose={onClose}
        />
      )}
    </div>
  );
}

function signed({ direction, amount }: Adjustment): number {
  return direction === 'credit' ? amount : -amount;
}

function decidedColumns(
  onOpen: (id: string) => void,
  isReversible: (adjustment: Adjustment) => boolean,
): readonly Column<Adjustment>[] {
  return [
    { key: 'at', header: 'Decided', cell: ({ decidedAt, expiresAt }) => <Time iso={decidedAt ?? expiresAt} /> },
    {
      key: 'user',
      header: 'User',
      cell: ({ userId, email, name }) => <PersonLink userId={userId} email={email} name={name} />,
    },
    { key: 'why', header: 'Reason', cell: ({ reason }) => <span className={styles.words}>{reason}</span> },
    { key: 'state', header: 'State', cell: (each) => <Badge>{adjustmentState(each)}</Badge> },
    { key: 'amount', header: 'Amount', align: 'end', cell: (each) => <Money cents={signed(each)} signed /> },
    {
      key: 'open',
      header: 'Details',
      align: 'end',
      cell: (each) => (
        <Button variant="secondary" size="sm" onClick={() => onOpen(each._id)}>
          {isReversible(each) ? 'Propose Reversal' : 'Open'}
          <span className="visually-hidden">
            {' '}
            the adjustment of {each.email === null ? 'a user' : emailWords(each.email)}
          </span>
        </Button>
      ),
    },
  ];
}

function choicesOf(
  adjustment: Adjustment,
  isOwn: boolean,
  isReversible: boolean,
  person: Person | undefined,
): readonly Choice<'approve' | 'reject' | 'reverse'>[] {
  const { direction, reverses, refusedOf, state } = adjustment;
  const amount = formatCents(adjustment.amount);
  const ofRefused = refusedOf && 'Only the deposit’s refused money is moved.';
  if (state !== 'waiting') {
    const effect =
      ofRefused ??
      (direction === 'credit'
        ? `${amount} is taken back once another admin approves it. What was spent of it becomes a debt, and freezes the cards.`
        : `${amount} is given back once another admin approves it.`);
    return isReversible ? [{ key: 'reverse', label: 'Propose Reversal', effect: <p>{effect}</p> }] : [];
  }
  const effect =
    ofRefused ??
    (direction === 'credit'
      ? creditEffect(adjustment.amount, person)
      : reverses === null
        ? `${amount} is taken from the balance at once.`
        : `${amount} is taken back. What was spent of it becomes a debt, and freezes the cards.`);
  return [
    ...(isOwn ? [] : [{ key: 'approve', label: 'Approve', effect: <p>{effect}</p> } as const]),
    { key: 'reject', label: isOwn ? 'Withdraw' : 'Reject', effect: <p>Nothing is moved.</p> },
  ];
}

/**
 * An adjustment with its reason. Another admin approves it, or it is rejected; an approved one can be reversed later.
 */
function AdjustmentDecision({
  adjustment,
  isReversible,
  reversalWaits,
  onClose,
}: {
  readonly adjustment: Adjustment;
  readonly isReversible: boolean;
  readonly reversalWaits: boolean;
  readonly onClose: () => void;
}) {
  const toast = useToast();
  const { data: me } = useUser();
  // Reads the person as they are now: a debt that the adjustment is meant to write off may have been paid since.
  const { data: file } = useRead(
    'admin.user',
    adjustment.state === 'waiting' ? { params: { id: adjustment.userId } } : null,
  );
  const { _id, userId, amount, direction, proposedBy, state } = adjustment;
  const params = { id: _id };
  const isWaiting = state === 'waiting';
  const isOwn = isWaiting && me?._id === proposedBy;
  const ended = (words: string) =>
    ({
      repeatable: true,
      refresh: stale,
      onSuccess: () => {
        toast.success(words);
        onClose();
      },
      onError: () => void refresh(stale),
    }) as const;
  const approval = useWrite('admin.approve-adjustment', ended('The adjustment is posted.'));
  const rejection = useWrite(
    'admin.reject-adjustment',
    ended(isOwn ? 'The adjustment is withdrawn.' : 'The adjustment is rejected.'),
  );
  const reversal = useWrite('admin.propose-adjustment', {
    about: userId,
    refresh: stale,
    onSuccess: () => {
      toast.success('Proposed. Another admin has to approve it on the desk.');
      onClose();
    },
  });
  const opposite = direction === 'credit' ? 'debit' : 'credit';
  const decide = {
    approve: () => approval.run({ params }),
    reject: (reason: string) => rejection.run({ params, body: { reason } }),
    reverse: (reason: string) => reversal.run({ body: { userId, amount, direction: opposite, reason, link: _id } }),
  } as const;
  const rest = reversalWaits ? 'Its reversal waits for another admin.' : 'Nothing is left to decide.';
  const closed = isWaiting || isReversible ? undefined : `${adjustmentState(adjustment)}. ${rest}`;
  return (
    <DecisionDialog
      route="admin.approve-adjustment"
      title={`${adjustment.direction === 'credit' ? 'Add' : 'Take'} ${formatCents(adjustment.amount)}`}
      choices={choicesOf(adjustment, isOwn, isReversible, file?.user)}
      closedBecause={closed}
      proposal={
        isOwn ? 'You proposed this. Another admin with the role finance or admin has to approve it.' : undefined
      }
      needsReason={(choice) => choice !== 'approve'}
      submitLabel={(choice) =>
        choice === 'approve'
          ? 'Approve and Post'
          : choice === 'reverse'
            ? 'Propose Reversal'
            : isOwn
              ? 'Withdraw'
              : 'Reject'
      }
      renderFields={(choice) =>
        choice === 'reverse' && (
          <WriteOutcome write={reversal} refused="Nothing was proposed" checking="Checking whether it was proposed…" />
        )
      }
      busy={approval.busy || rejection.busy || reversal.busy}
      error={approval.error ?? rejection.error}
      onDecide={(choice, reason) => void decide[choice](reason)}
      onClose={onClose}
    >
      <Facts label="Proposal" facts={factsOf(adjustment, file?.user)} />
    </DecisionDialog>
  );
}

function factsOf(adjustment: Adjustment, person: Person | undefined): readonly Fact[] {
  const { email, userId, name, reason, link, reverses, reversedBy, createdAt, expiresAt, decidedAt, state } =
    adjustment;
  const by = (address: string | null): string => (address === null ? 'An admin' : emailWords(address));
  return [
    ['User', <PersonLink key="user" userId={userId} email={email} name={name} />],
    ...(person === undefined ? [] : [['Balance now', <Money key="balance" cents={person.balance} />] as const]),
    ['Reason', reason],
    ...(link === null ? [] : [[reverses === null ? 'About' : 'Reverses', link] as const]),
    ['Proposed by', by(adjustment.proposedByEmail)],
    ['Proposed', <Time key="proposed" iso={createdAt} as="date-time" />],
    ...(state === 'waiting' ? [['Open until', <Time key="until" iso={expiresAt} as="date-time" />] as const] : []),
    ...(decidedAt === null || state === 'expired'
      ? []
      : ([
          [`${adjustmentStates[state]} by`, by(adjustment.decidedByEmail)],
          ['Decided', <Time key="decided" iso={decidedAt} as="date-time" />],
        ] as const)),
    ...(reversedBy === null ? [] : [['Reversed by', reversedBy] as const]),
  ];
}
