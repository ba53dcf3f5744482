import { formatCents, type Cents } from '#shared/money.ts';
import { refresh, useWrite } from '#web/lib/use-api.ts';
import { useMay } from '#web/session/use-may.ts';
import { useUser } from '#web/session/use-user.ts';
import { href } from '#web/navigation/paths.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { emailWords } from '#web/ui/email-words.ts';
import { signalWords } from '#web/ui/signal-words.ts';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { breakNames, partNames, type BreakTicket } from './break-words.ts';
import { DecisionDialog, Facts, type Choice, type Fact } from './decision-dialog.tsx';
import { useOpenItem } from './use-open-item.ts';
import { useWaiting, WaitingList, type DeskListProps } from './waiting-list.tsx';

const stale = ['admin.breaks', 'admin.desk'] as const;

/** The open breaks of reconciliation, longest first, and the dialog of one of them. */
export function OpenBreaks({ open, onOpen, onClose }: DeskListProps) {
  const { data, error, mutate } = useWaiting('admin.breaks', {});
  const ticket = useOpenItem(data, open);
  return (
    <>
      <WaitingList
        caption="Breaks"
        lines={data?.map((each) => ({
          ...each,
          id: each._id,
          why: breakNames[each.class] ?? each.class,
          cents: each.cents as Cents,
          isProposed: false,
          takenBy: each.takenByEmail ?? undefined,
        }))}
        error={error}
        onRetry={() => void mutate()}
        onOpen={onOpen}
      />
      {ticket && <BreakDecision ticket={ticket} onClose={onClose} />}
    </>
  );
}

const choices: readonly Choice<'close'>[] = [
  {
    key: 'close',
    label: 'Close',
    effect: <p>Nothing is changed in the books. It opens again when it comes back, or its amount changes.</p>,
  },
];

/** A break with its evidence and proposal, its owner, and its closing. */
function BreakDecision({ ticket, onClose }: { readonly ticket: BreakTicket; readonly onClose: () => void }) {
  const toast = useToast();
  const mayTake = useMay('admin.take-break');
  const { data: me } = useUser();
  const params = { id: ticket._id };
  const take = useWrite('admin.take-break', {
    repeatable: true,
    refresh: stale,
    onSuccess: () => toast.success('You are the owner of this break.'),
    onError: (error) => {
      toast.error(error);
      void refresh(stale);
    },
  });
  const closing = useWrite('admin.close-break', {
    refresh: stale,
    onSuccess: () => {
      toast.success('The break is closed.');
      onClose();
    },
    onError: () => void refresh(stale),
  });
  return (
    <DecisionDialog
      route="admin.close-break"
      title={breakNames[ticket.class] ?? ticket.class}
      choices={choices}
      submitLabel={() => 'Close the Break'}
      busy={closing.busy}
      error={closing.error}
      onDecide={(_choice, reason) => void closing.run({ params, body: { reason } })}
      onClose={onClose}
    >
      <Facts label="Finding" facts={factsOf(ticket)} />
      <Facts label="Evidence" facts={evidenceOf(ticket)} />
      {ticket.class === 'REFERRALS' && (
        <LinkButton to={`${href.user(ticket.subject)}?tab=referrals`}>Review the Referrals</LinkButton>
      )}
      {mayTake && ticket.takenBy !== me?._id && (
        <Button
          variant="secondary"
          busy={take.busy}
          onClick={() => void take.run({ params, body: { from: ticket.takenBy } })}
        >
          {ticket.takenByEmail === null ? 'Take It' : `Take Over from ${ticket.takenByEmail}`}
        </Button>
      )}
    </DecisionDialog>
  );
}

function factsOf(ticket: BreakTicket): readonly Fact[] {
  const { cents, email, part, userId } = ticket;
  return [
    ['Class', ticket.class],
    ['Compared with', partNames[part]],
    ['About', ticket.subject],
    ...(userId === null ? [] : [['User', email === null ? userId : emailWords(email)] as const]),
    // Work that is due has an amount, but nothing differs.
    ...(cents === 0 || part === 'liveness'
      ? []
      : [['Difference', `${formatCents(Math.abs(cents))} too ${cents > 0 ? 'much' : 'little'}`] as const]),
    ['To do', ticket.proposal],
    ['Owner', ticket.takenByEmail ?? 'Nobody yet'],
    ['Exists since', <Time key="exists" iso={ticket.existsSince} as="date-time" />],
    ['Seen', <Seen key="seen" ticket={ticket} />],
  ];
}

function evidenceOf({ class: kind, evidence }: BreakTicket): readonly Fact[] {
  if (kind !== 'REFERRALS') return Object.entries(evidence).map(([name, value]) => [name, `${value}`]);
  const { held = '', signals = '', latest } = evidence;
  return [
    ['Held referrals', `${held}`],
    ['Held because', signalWords(`${signals}`.split(', '))],
    ...(latest === undefined ? [] : [['Latest', `${latest}`] as const]),
  ];
}

function Seen({ ticket: { seenCount, seenAt } }: { readonly ticket: BreakTicket }) {
  return (
    <>
      {seenCount === 1 ? 'once' : `${seenCount} times`}, last <Time iso={seenAt} />
    </>
  );
}
