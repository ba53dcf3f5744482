import type { ReplyOf } from '#shared/contract/index.ts';
import { formatCents } from '#shared/money.ts';
import { useState } from 'react';

import { DecisionDialog, Facts, type Fact } from '#web/features/desk/decision-dialog.tsx';
import { WaitingList } from '#web/features/desk/waiting-list.tsx';
import { refresh, useRead, useWrite } from '#web/lib/use-api.ts';
import { useUser } from '#web/session/use-user.ts';
import { emailWords } from '#web/ui/email-words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { moveName } from './books-words.ts';

type Move = ReplyOf<'admin.treasury'>[number];

/** The payouts and top-ups that wait for a second admin, and the dialog of one of them. */
export function OpenMoves() {
  const { data, error, mutate } = useRead('admin.treasury', {});
  const [open, setOpen] = useState<string>();
  const move = data?.find(({ _id }) => _id === open);
  return (
    <Panel title="Waiting for a second admin">
      <WaitingList
        caption="Payouts and top-ups"
        lines={data?.map((each) => ({
          id: each._id,
          since: each.createdAt,
          userId: null,
          email: null,
          why: `${moveName(each)}: ${each.reference}`,
          cents: each.amount,
          isProposed: true,
        }))}
        error={error}
        onRetry={() => void mutate()}
        onOpen={setOpen}
      />
      {move && <MoveDecision move={move} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}

function MoveDecision({ move, onClose }: { readonly move: Move; readonly onClose: () => void }) {
  const toast = useToast();
  const { data: me } = useUser();
  const isOwn = me?._id === move.proposedBy;
  const decision = useWrite('admin.decide-treasury', {
    repeatable: true,
    refresh: ['admin.treasury', 'admin.daily-report'],
    onSuccess: ({ state }) => {
      toast.success(state === 'approved' ? 'It is posted.' : 'It is rejected.');
      onClose();
    },
    onError: () => void refresh(['admin.treasury']),
  });
  const approve = { key: 'approve', label: 'Approve', effect: <p>It is posted at once, in today’s books.</p> } as const;
  const reject = { key: 'reject', label: isOwn ? 'Withdraw' : 'Reject', effect: <p>Nothing is posted.</p> } as const;
  return (
    <DecisionDialog
      title={`${moveName(move)} of ${formatCents(move.amount)}`}
      choices={isOwn ? [reject] : [approve, reject]}
      closedBecause={undefined}
      needsSecond={() => false}
      proposal={isOwn ? 'You entered this. Another admin with the role finance or admin has to approve it.' : undefined}
      busy={decision.busy}
      error={decision.error}
      onDecide={(outcome, reason) => void decision.run({ params: { id: move._id }, body: { outcome, reason } })}
      onClose={onClose}
    >
      <Facts label="Entry" facts={factsOf(move)} />
    </DecisionDialog>
  );
}

function factsOf({
  amount,
  fee,
  coin,
  coinAmount,
  reference,
  reason,
  proposedByEmail,
  createdAt,
}: Move): readonly Fact[] {
  return [
    ['Arrived', formatCents(amount)],
    ['Cost', formatCents(fee)],
    ...(coin === null ? [] : [['Left the provider', `${coinAmount} ${coin}`] as const]),
    ['Reference', reference],
    ['Reason', reason],
    ['Entered by', proposedByEmail === null ? 'An admin' : emailWords(proposedByEmail)],
    ['Entered', <Time key="entered" iso={createdAt} as="date-time" />],
  ];
}
