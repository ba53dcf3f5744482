import { useId, type FormEvent } from 'react';

import type { ReplyOf } from '#shared/contract/index.ts';
import { decimalDollars, formatCents, negate, zero, type Cents } from '#shared/money.ts';
import { refresh, useWrite } from '#web/lib/use-api.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import { useFreshUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { atField, toastUnlessInPlace } from '#web/ui/error-in-place.ts';
import { MoneyField } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Money } from '#web/ui/money.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { WriteOutcome } from '#web/ui/write-outcome.tsx';

import type { CardId } from './card-id.ts';
import { isFrozenForDebt, type Card } from './card-words.ts';
import { CooldownNotice, useCooldown } from './cooldown-notice.tsx';
import styles from './load-modal.module.css';
import sumStyles from './load-sums.module.css';
import { PausedNotice, usePaused } from './paused-notice.tsx';
import { checkWithdraw, mostToWithdraw, type WithdrawCheck, type WithdrawSums } from './withdraw-check.ts';

/** Refusals that are shown in place: at the field, or by the countdown. */
const amountErrors = ['InsufficientFunds', 'CardMinimum', 'CooldownActive'] as const;

/**
 * Withdraw Funds: an amount, what stays on the card and what the balance becomes, before the click. For a card that is
 * frozen for a debt it is Pay What You Owe: the same with other words.
 */
export function WithdrawModal({
  card,
  cardId,
  onWithdrawn,
  onClose,
}: {
  readonly card: Card;
  readonly cardId: CardId;
  readonly onWithdrawn: (reply: ReplyOf<'cards.unload'>) => void;
  readonly onClose: () => void;
}) {
  const toast = useToast();
  const formId = useId();
  const { data: user } = useFreshUser();
  const [amountText, setAmountText] = useDraft(`withdraw.${cardId}`);
  const withdraw = useWrite('cards.unload', {
    about: cardId,
    refresh: ['cards', 'transactions.list', 'user'],
    onSuccess: onWithdrawn,
    onArrived: () => setAmountText(''),
    onError: (error) => {
      // Another device has withdrawn: the card says when the next withdrawal may start.
      if (error.is('CooldownActive')) void refresh(['cards']);
      toastUnlessInPlace(toast, error, amountErrors);
    },
  });
  const accountBalance = user?.balance ?? zero;
  const owed = isFrozenForDebt(card) ? owedOf(accountBalance) : undefined;
  const check = checkWithdraw(amountText, card.balance, accountBalance, owed);
  // While the outcome is asked for, the amount may have left the card already.
  const judged: WithdrawCheck = withdraw.checking ? {} : check;
  const most = mostToWithdraw(card.balance, owed);
  const words = owed === undefined ? withdrawWords : payWords;
  const refusal = atField(withdraw.error, 'amount', ['InsufficientFunds', 'CardMinimum']);
  const cooldown = useCooldown(card.withdrawableAt);
  const isPaused = usePaused('withdrawal');
  const isReady = user !== undefined && check.sums !== undefined && !cooldown?.left && !isPaused;

  function put(text: string): void {
    withdraw.reset();
    setAmountText(text);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady && check.sums) void withdraw.run({ params: { id: cardId }, body: { amount: check.sums.amountCents } });
  }
  return (
    <Modal
      open
      onClose={onClose}
      busy={withdraw.busy}
      title={words.title}
      footer={
        <Button type="submit" form={formId} block busy={withdraw.busy} disabled={!isReady}>
          {check.sums ? `${words.verb} ${formatCents(check.sums.amountCents)}` : words.verb}
        </Button>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <PausedNotice part="withdrawal" />
        <MoneyField
          label={words.label}
          valueText={amountText}
          onChange={put}
          error={judged.error ?? judged.warning ?? refusal}
          hint={`${owed === undefined ? '' : `You owe ${formatCents(owed)}. `}${card.name} has ${formatCents(card.balance)} on it.`}
          enterKeyHint="done"
        />
        {most > 0 && (
          <Button variant="secondary" size="sm" className={styles.most} onClick={() => put(decimalDollars(most))}>
            {words.most} {formatCents(most)}
          </Button>
        )}
        <Sums sums={judged.sums} verb={words.verb} />
        {cooldown && <CooldownNotice left={cooldown.left} />}
        <WriteOutcome
          write={withdraw}
          refused={words.nothing}
          checking={words.checking}
          isAtField={refusal !== undefined || withdraw.error?.is('CooldownActive')}
        />
        <p className={styles.limits}>{words.rule}</p>
      </form>
    </Modal>
  );
}

const withdrawWords = {
  title: 'Withdraw Funds',
  verb: 'Withdraw',
  label: 'Amount to withdraw',
  most: 'Withdraw max ·',
  nothing: 'Nothing was withdrawn',
  checking: 'Checking whether the money was withdrawn…',
  rule: 'One withdrawal per 5 minutes. At least $1 must remain on the card for the monthly card cost. Withdrawing is free.',
} as const;

const payWords = {
  title: 'Pay What You Owe',
  verb: 'Pay',
  label: 'Amount to pay',
  most: 'Pay max ·',
  nothing: 'Nothing was paid',
  checking: 'Checking whether it was paid…',
  rule: 'The card stays frozen until everything you owe is paid. At least $1 must remain on it. If the card issuer doesn’t release money from a frozen card, a deposit pays what you owe.',
} as const;

/** The debt of the account, in cents: the balance is negative by it. */
function owedOf(accountBalance: Cents): Cents {
  return accountBalance < 0 ? negate(accountBalance) : zero;
}

function Sums({ sums, verb }: { readonly sums: WithdrawSums | undefined; readonly verb: string }) {
  return (
    <dl className={sumStyles.sums}>
      <div>
        <dt>You {verb.toLowerCase()}</dt>
        <dd>{sums ? <Money cents={sums.amountCents} /> : '–'}</dd>
      </div>
      <div>
        <dt>Left on the card</dt>
        <dd>{sums ? <Money cents={sums.staysCents} /> : '–'}</dd>
      </div>
      <div className={sumStyles.gets}>
        <dt>Your balance becomes</dt>
        <dd>{sums ? <Money cents={sums.balanceCents} /> : '–'}</dd>
      </div>
    </dl>
  );
}
