import type { ReplyOf } from '#shared/contract/index.ts';
import { formatCents } from '#shared/money.ts';
import { refresh, useRead, useWrite } from '#web/lib/use-api.ts';
import { useMay } from '#web/session/use-may.ts';
import { useUser } from '#web/session/use-user.ts';
import { emailWords } from '#web/ui/email-words.ts';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { DecisionDialog, Facts, type Choice, type Fact } from './decision-dialog.tsx';
import { WaitingList, type DeskListProps } from './waiting-list.tsx';

type Adjustment = ReplyOf<'admin.adjustments'>[number];

const stale = ['admin.adjustments', 'admin.desk', 'admin.user'] as const;
const waiting = { query: { state: 'waiting' } } as const;

/** The adjustments that wait for a second admin, longest first, and the dialog of one of them. */
export function OpenAdjustments({ open, onOpen, onClose }: DeskListProps) {
  const { data, error, mutate } = useRead('admin.adjustments', waiting);
  const adjustment = data?.find(({ _id }) => _id === open);
  return (
    <>
      <WaitingList
        caption="Adjustments"
        lines={data?.map((each) => ({
          id: each._id,
          since: each.createdAt,
          userId: each.userId,
          email: each.email,
          why: each.reason,
          cents: each.direction === 'credit' ? each.amount : -each.amount,
          isProposed: true,
        }))}
        error={error}
        onRetry={() => void mutate()}
        onOpen={onOpen}
      />
      {adjustment && <AdjustmentDecision adjustment={adjustment} onClose={onClose} />}
    </>
  );
}

function choicesOf(
  { direction, amount, reverses }: Adjustment,
  isOwn: boolean,
): readonly Choice<'approve' | 'reject'>[] {
  const effect =
    direction === 'credit'
      ? `${formatCents(amount)} is added to the balance at once. A debt is paid first.`
      : reverses === null
        ? `${formatCents(amount)} is taken from the balance at once.`
        : `${formatCents(amount)} is taken back. What was spent of it becomes a debt, and freezes the cards.`;
  return [
    ...(isOwn ? [] : [{ key: 'approve', label: 'Approve', effect: <p>{effect}</p> } as const]),
    { key: 'reject', label: isOwn ? 'Withdraw' : 'Reject', effect: <p>Nothing is moved.</p> },
  ];
}

/** An adjustment with its reason, and its approval by another admin or its rejection. */
function AdjustmentDecision({
  adjustment,
  onClose,
}: {
  readonly adjustment: Adjustment;
  readonly onClose: () => void;
}) {
  const toast = useToast();
  const { data: me } = useUser();
  const mayDecide = useMay('admin.approve-adjustment');
  const params = { id: adjustment._id };
  const isOwn = me?._id === adjustment.proposedBy;
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
  return (
    <DecisionDialog
      title={`${adjustment.direction === 'credit' ? 'Add' : 'Take'} ${formatCents(adjustment.amount)}`}
      choices={mayDecide ? choicesOf(adjustment, isOwn) : []}
      closedBecause={mayDecide ? undefined : 'Your role can read this, not decide it.'}
      needsSecond={() => false}
      proposal={
        isOwn ? 'You proposed this. Another admin with the role finance or admin has to approve it.' : undefined
      }
      needsReason={(choice) => choice === 'reject'}
      submitLabel={(choice) => (choice === 'approve' ? 'Approve and Post' : isOwn ? 'Withdraw' : 'Reject')}
      busy={approval.busy || rejection.busy}
      error={approval.error ?? rejection.error}
      onDecide={(choice, reason) =>
        void (choice === 'approve' ? approval.run({ params }) : rejection.run({ params, body: { reason } }))
      }
      onClose={onClose}
    >
      <Facts label="Proposal" facts={factsOf(adjustment)} />
    </DecisionDialog>
  );
}

function factsOf({
  email,
  userId,
  reason,
  link,
  reverses,
  proposedByEmail,
  createdAt,
  expiresAt,
}: Adjustment): readonly Fact[] {
  return [
    ['User', email === null ? userId : emailWords(email)],
    ['Reason', reason],
    ...(link === null ? [] : [[reverses === null ? 'About' : 'Reverses', link] as const]),
    ['Proposed by', proposedByEmail === null ? 'An admin' : emailWords(proposedByEmail)],
    ['Proposed', <Time key="proposed" iso={createdAt} as="date-time" />],
    ['Open until', <Time key="until" iso={expiresAt} as="date-time" />],
  ];
}
