import { useState } from 'react';
import { Link } from '#web/navigation/router.tsx';

import type { RequestInputOf } from '#shared/contract/index.ts';
import { decimalDollars, formatCents, minus, parseDollars, type Cents } from '#shared/money.ts';
import { PersonLink } from '#web/features/admin/person-link.tsx';
import { useRead, useWrite } from '#web/lib/use-api.ts';
import { paths } from '#web/navigation/paths.ts';
import { StatusBadge, statusAppearance } from '#web/ui/badge.tsx';
import { MoneyField, Switch } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Money } from '#web/ui/money.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { DecisionDialog, Facts, type Choice, type Fact } from './decision-dialog.tsx';
import { capitalized, worthText, type DepositFile, type WaitingDeposit } from './desk-words.ts';

type Props = { readonly depositId: WaitingDeposit['_id']; readonly onClose: () => void };
type Accepted = NonNullable<RequestInputOf<'admin.decide-deposit'>['body']['accept']>;

/** A deposit with the provider's record of this moment beside ours, and the decision on it. */
export function DepositDecision({ depositId, onClose }: Props) {
  const { data, error, mutate } = useRead('admin.deposit', { params: { id: depositId } }, { dedupingInterval: 0 });
  if (data !== undefined) return <Decision file={data} onClose={onClose} onStale={() => void mutate()} />;
  return (
    <Modal open onClose={onClose} title="Deposit" size="lg">
      {error === undefined ? (
        <Skeleton height="20rem" radius={12} />
      ) : (
        <LoadFailure error={error} onRetry={() => void mutate()} />
      )}
    </Modal>
  );
}

function Decision({
  file,
  onClose,
  onStale,
}: Pick<Props, 'onClose'> & {
  readonly file: DepositFile;
  /** Reads the deposit again: a refusal may mean that the provider says something new. */
  readonly onStale: () => void;
}) {
  const toast = useToast();
  const { waiting, deposit, provider, decision } = file;
  const proposed = waiting.proposal?.credit;
  // The first file may be an older one, shown until it has been read again.
  const [typed, setAmountText] = useState<string>();
  const amountText = typed ?? decimalDollars(proposed ?? decision.creditMax);
  const [isAccepted, setAccepted] = useState(false);
  const decide = useWrite('admin.decide-deposit', {
    repeatable: true,
    refresh: ['admin.deposits', 'admin.desk', 'admin.deposit'],
    onSuccess: ({ status }) => {
      toast.success(
        status === 'decided'
          ? 'The deposit is decided.'
          : 'Your decision is stored. Another admin has to make the same one.',
      );
      onClose();
    },
    onError: onStale,
  });
  const mismatches = provider?.mismatches ?? [];
  const credit = parseDollars(amountText);
  const isTooMuch = credit !== undefined && credit > decision.creditMax;
  const gain = credit === undefined ? 0 : minus(credit, decision.kept);
  const choices: readonly Choice<'credit' | 'refuse'>[] = [
    ...(decision.credit
      ? [{ key: 'credit' as const, label: 'Credit', effect: <CreditEffect credit={credit} kept={decision.kept} /> }]
      : []),
    ...(decision.refuse
      ? [
          {
            key: 'refuse' as const,
            label: 'Refuse',
            effect: (
              <p>
                Nothing that waits is given. {formatCents(decision.kept)} stays credited
                {waiting.surplus > 0 && `, ${formatCents(waiting.surplus)} of surplus is dropped`}
                {waiting.frozen > 0 && `, ${formatCents(waiting.frozen)} that is frozen is taken back`}.
              </p>
            ),
          },
        ]
      : []),
  ];
  return (
    <DecisionDialog
      route="admin.decide-deposit"
      title="Deposit"
      choices={choices}
      closedBecause={decision.closedBecause ?? undefined}
      needsSecond={(choice) => choice === 'credit' && gain > decision.aloneLeft}
      proposal={
        waiting.proposal ? (
          <p>
            {waiting.proposal.byEmail ?? 'Another admin'} decided to credit {formatCents(waiting.proposal.credit)} in
            all{waiting.proposal.reason === null ? '.' : `: ${waiting.proposal.reason}`}
          </p>
        ) : undefined
      }
      isReady={(choice) =>
        choice === 'refuse' || (credit !== undefined && !isTooMuch && (mismatches.length === 0 || isAccepted))
      }
      renderFields={(choice) =>
        choice === 'credit' && (
          <>
            <MoneyField
              label="Credited in all"
              valueText={amountText}
              onChange={setAmountText}
              hint={`At most ${formatCents(decision.creditMax)}: what the provider’s record says was received.`}
              error={
                credit === undefined
                  ? 'Enter an amount in dollars, such as 50 or 12.50.'
                  : isTooMuch
                    ? `The provider’s record says ${formatCents(decision.creditMax)} was received.`
                    : undefined
              }
            />
            {mismatches.length > 0 && (
              <Switch
                label="Accept the differences"
                checked={isAccepted}
                onChange={setAccepted}
                hint={`${mismatches.map(({ words }) => capitalized(words)).join('. ')}.`}
              />
            )}
          </>
        )
      }
      busy={decide.busy}
      error={decide.error}
      onDecide={(outcome, reason) =>
        void decide.run({
          params: { id: deposit._id as WaitingDeposit['_id'] },
          body: {
            outcome,
            reason,
            ...(outcome === 'credit' && credit !== undefined ? { creditCents: credit } : {}),
            ...(outcome === 'credit' && mismatches.length > 0
              ? { accept: mismatches.map(({ name }) => name) as Accepted }
              : {}),
          },
        })
      }
      onClose={onClose}
    >
      <Facts
        label="Our record"
        facts={[
          ['User', <PersonLink key="user" userId={waiting.userId} email={waiting.email} />],
          ...(waiting.why === null ? [] : [['Waits because', capitalized(waiting.why)] as const]),
          ['Status', <StatusBadge key="status" status={waiting.status} />],
          ['Invoice', <Money key="amount" cents={waiting.amount} />],
          [
            'Received',
            waiting.received === null ? (
              'Nothing'
            ) : (
              <span key="received">
                {waiting.received.amount} {waiting.received.coin}
                {worthText(decision)}
              </span>
            ),
          ],
          ['Credited', <Money key="credited" cents={waiting.credited} />],
          ...(waiting.frozen > 0 ? [['Frozen', <Money key="frozen" cents={waiting.frozen} />] as const] : []),
          ...(waiting.surplus > 0 ? [['Surplus aside', <Money key="surplus" cents={waiting.surplus} />] as const] : []),
          ...(deposit.address === null ? [] : [['Address', deposit.address] as const]),
          [
            'Deposit id',
            <Link key="webhooks" to={`${paths.desk}?view=webhooks&about=${deposit._id}`} title="Its webhooks">
              {deposit._id}
            </Link>,
          ],
        ]}
      />
      {provider && <Facts label="Payment provider, now" facts={providerFacts(provider)} />}
      <Facts
        label="Timeline"
        facts={deposit.events.map(({ status, at, amountPaid }, place): Fact => [
          `${place + 1}. ${statusAppearance(status).label}`,
          <span key={at}>
            <Time iso={at} as="date-time" /> · {formatCents(amountPaid)} credited
          </span>,
        ])}
      />
    </DecisionDialog>
  );
}

function CreditEffect({ credit, kept }: { readonly credit: Cents | undefined; readonly kept: Cents }) {
  if (credit === undefined) return <p>Enter the amount.</p>;
  const change = minus(credit, kept);
  return (
    <p>
      {formatCents(credit)} is credited in all:{' '}
      {change >= 0
        ? `${formatCents(change)} more than the user can spend of it now.`
        : `${formatCents(-change)} is taken back from the user.`}
    </p>
  );
}

function providerFacts(provider: NonNullable<DepositFile['provider']>): readonly Fact[] {
  const { status, invoice, asked, received, paymentId, network, address, sourceAddress, txid, mismatches } = provider;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Invoice', invoice],
    ['Asked', asked],
    ['Received', received ?? 'Nothing yet'],
    ['Network', network],
    ['Address', address],
    ['Paid from', sourceAddress],
    ['Transfer', txid],
    ['Payment id', paymentId],
  ];
  return [
    ['Status', <StatusBadge key="status" status={status} />],
    ...(mismatches.length === 0
      ? []
      : [['Differs', mismatches.map(({ words }) => capitalized(words)).join('. ')] as const]),
    ...facts.flatMap(([name, value]): Fact[] => (value === null ? [] : [[name, value]])),
  ];
}
