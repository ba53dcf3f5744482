import type { ReplyOf } from '#shared/contract/index.ts';
import { formatCents } from '#shared/money.ts';
import { moveName } from '#web/features/books/books-words.ts';
import { useCoinWorth } from '#web/features/books/use-coin-worth.ts';
import { refresh, useWrite } from '#web/lib/use-api.ts';
import { useUser } from '#web/session/use-user.ts';
import { emailWords } from '#web/ui/email-words.ts';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { DecisionDialog, Facts, type Fact } from './decision-dialog.tsx';
import { useOpenItem } from './use-open-item.ts';
import { useWaiting, WaitingList, type DeskListProps } from './waiting-list.tsx';

type Move = ReplyOf<'admin.treasury'>[number];

const stale = ['admin.treasury', 'admin.desk', 'admin.daily-report'] as const;

/** The payouts and top-ups that wait for a second admin, longest first, and the dialog of one of them. */
export function OpenMoves({ open, onOpen, onClose }: DeskListProps) {
  const { data, error, mutate } = useWaiting('admin.treasury', {});
  const move = useOpenItem(data, open);
  return (
    <>
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
        onOpen={onOpen}
      />
      {move && <MoveDecision move={move} onClose={onClose} />}
    </>
  );
}

function MoveDecision({ move, onClose }: { readonly move: Move; readonly onClose: () => void }) {
  const toast = useToast();
  const { data: me } = useUser();
  const isOwn = me?._id === move.proposedBy;
  const decision = useWrite('admin.decide-treasury', {
    repeatable: true,
    refresh: stale,
    onSuccess: ({ state }) => {
      toast.success(state === 'approved' ? 'It is posted.' : 'It is rejected.');
      onClose();
    },
    onError: () => void refresh(stale),
  });
  const approve = { key: 'approve', label: 'Approve', effect: <p>It is posted at once, in today’s books.</p> } as const;
  const reject = { key: 'reject', label: isOwn ? 'Withdraw' : 'Reject', effect: <p>Nothing is posted.</p> } as const;
  return (
    <DecisionDialog
      route="admin.decide-treasury"
      title={`${moveName(move)} of ${formatCents(move.amount)}`}
      choices={isOwn ? [reject] : [approve, reject]}
      proposal={isOwn ? 'You entered this. Another admin with the role finance or admin has to approve it.' : undefined}
      busy={decision.busy}
      error={decision.error}
      onDecide={(outcome, reason) => void decision.run({ params: { id: move._id }, body: { outcome, reason } })}
      onClose={onClose}
    >
      <Facts label="Entry" facts={factsOf(move, useCoinWorth(move.coin, move.coinAmount, move.amount))} />
    </DecisionDialog>
  );
}

function factsOf(
  { amount, fee, coin, coinAmount, reference, reason, proposedByEmail, createdAt }: Move,
  worth: string | undefined,
): readonly Fact[] {
  return [
    ['Arrived', formatCents(amount)],
    ['Cost', formatCents(fee)],
    ...(coin === null ? [] : [['Coins', `${coinAmount} ${coin}`] as const]),
    ...(worth === undefined ? [] : [['Worth now', worth] as const]),
    ['Reference', reference],
    ['Reason', reason],
    ['Entered by', proposedByEmail === null ? 'An admin' : emailWords(proposedByEmail)],
    ['Entered', <Time key="entered" iso={createdAt} as="date-time" />],
  ];
}
