import { useState } from 'react';

import { decimalDollars, formatCents, parseDollars, sum } from '#shared/money.ts';
import { PersonLink } from '#web/features/admin/person-link.tsx';
import { refresh, useWrite } from '#web/lib/use-api.ts';
import { useMay } from '#web/session/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { MoneyField } from '#web/ui/field.tsx';
import { Money } from '#web/ui/money.tsx';
import { Time } from '#web/ui/time.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { DecisionDialog, Facts, type Choice, type Fact } from './decision-dialog.tsx';
import { askedText, operationNames, type WaitingOperation } from './desk-words.ts';

const lists = ['admin.operations', 'admin.desk'] as const;

/** An operation in review with its evidence, a question to the issuer, and the decision on it. */
export function OperationDecision({
  operation,
  onClose,
}: {
  readonly operation: WaitingOperation;
  readonly onClose: () => void;
}) {
  const toast = useToast();
  const mayAsk = useMay('admin.ask-operation');
  const { _id, kind, amount, fee, outcomes, proposal } = operation;
  const [movedText, setMovedText] = useState(decimalDollars(proposal?.moved || amount));
  const moved = parseDollars(movedText);
  const isWithdrawal = kind === 'card_withdrawal';
  const ask = useWrite('admin.ask-operation', {
    repeatable: true,
    refresh: lists,
    onSuccess: (asked) => {
      toast.success(askedText(asked));
      if (asked.verdict === 'ended') onClose();
    },
    onError: (error) => toast.error(error),
  });
  const decide = useWrite('admin.decide-operation', {
    refresh: lists,
    onSuccess: ({ status, state }) => {
      toast.success(
        status === 'ended_by_issuer'
          ? askedText({ verdict: 'ended', state })
          : status === 'decided'
            ? 'The operation is decided.'
            : 'Your decision is stored. Another admin has to make the same one.',
      );
      onClose();
    },
    // It may have ended meanwhile, by the issuer or by another admin.
    onError: () => void refresh(lists),
  });
  const total = formatCents(sum(amount, fee));
  const effects = {
    happened: isWithdrawal
      ? `${moved === undefined ? 'The amount' : formatCents(moved)} reaches the user’s balance.`
      : kind === 'card_load'
        ? `${formatCents(amount)} is on the card, and the hold of ${total} is spent.`
        : 'The card is deleted at the issuer.',
    never: isWithdrawal
      ? `${formatCents(amount)} is back on the card.`
      : `${total} that is held is free for the user again.`,
  };
  const labels = { happened: 'It happened', never: 'It never happened' };
  const choices = outcomes.map((key): Choice<'happened' | 'never'> => ({
    key,
    label: labels[key],
    effect: <p>{effects[key]} If the card issuer says otherwise later, that is posted as a correction.</p>,
  }));
  const isMovedFine = moved !== undefined && moved >= 1 && moved <= amount;
  return (
    <DecisionDialog
      route="admin.decide-operation"
      title={`${operationNames[kind] ?? kind} in review`}
      choices={choices}
      needsSecond={() => operation.needsSecond}
      proposal={
        proposal ? (
          <p>
            {proposal.byEmail ?? 'Another admin'} decided: {labels[proposal.outcome].toLowerCase()}
            {proposal.outcome === 'happened' && `, ${formatCents(proposal.moved)} moved`}
            {proposal.reason === null ? '.' : `: ${proposal.reason}`}
          </p>
        ) : undefined
      }
      isReady={(choice) => !isWithdrawal || choice === 'never' || isMovedFine}
      renderFields={(choice) =>
        isWithdrawal &&
        choice === 'happened' && (
          <MoneyField
            label="Amount moved"
            valueText={movedText}
            onChange={setMovedText}
            hint={`At most ${formatCents(amount)}.`}
            error={isMovedFine ? undefined : `Enter an amount up to ${formatCents(amount)}.`}
          />
        )
      }
      busy={decide.busy}
      error={decide.error}
      onDecide={(outcome, reason) =>
        void decide.run({
          params: { id: _id },
          body: {
            outcome,
            reason,
            ...(isWithdrawal && outcome === 'happened' && moved !== undefined ? { movedCents: moved } : {}),
          },
        })
      }
      onClose={onClose}
    >
      <Facts label="Evidence" facts={factsOf(operation)} />
      {mayAsk && (
        <Button variant="secondary" busy={ask.busy} onClick={() => void ask.run({ params: { id: _id } })}>
          Ask the Issuer Again
        </Button>
      )}
    </DecisionDialog>
  );
}

function factsOf(operation: WaitingOperation): readonly Fact[] {
  const { userId, email, amount, fee, cardId, attempts, unresolved, accepted, lastSentAt, nextAskAt, createdAt } =
    operation;
  return [
    ['User', <PersonLink key="user" userId={userId} email={email} />],
    ['Amount', <Money key="amount" cents={amount} />],
    ...(fee > 0 ? [['Fee', <Money key="fee" cents={fee} />] as const] : []),
    ['Asked for', <Time key="created" iso={createdAt} as="date-time" />],
    ['Requests sent', `${attempts}, of which ${unresolved} without an outcome`],
    ['Taken on by the issuer', accepted ? 'Yes' : 'Not known'],
    ...(lastSentAt === null ? [] : [['Last sent', <Time key="sent" iso={lastSentAt} as="date-time" />] as const]),
    ['Asked next by itself', nextAskAt === null ? 'Not any more' : <Time key="next" iso={nextAskAt} as="date-time" />],
    ...(cardId === null ? [] : [['Card id', cardId] as const]),
    ['Reference at the issuer', operation._id],
  ];
}
