import { useId, type FormEvent } from 'react';

import type { ReplyOf } from '#shared/contract/index.ts';
import type { LoadQuote } from '#shared/load-fee.ts';
import { decimalDollars, formatCents, sum, zero, type Cents } from '#shared/money.ts';
import { atField, toastUnlessInPlace } from '#web/ui/error-in-place.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { keepDrafts, useDraft } from '#web/lib/use-draft.ts';
import { useFreshUser } from '#web/session/use-user.ts';
import { addFirst, oneLayer } from '#web/navigation/add-first.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { MoneyField, Switch } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Money } from '#web/ui/money.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { WriteOutcome } from '#web/ui/write-outcome.tsx';

import type { CardId } from './card-id.ts';
import type { Card } from './card-words.ts';
import { checkLoad, mostToLoad, roomText, type LoadCheck } from './load-check.ts';
import { PausedNotice, usePaused } from './paused-notice.tsx';
import { loadRule } from './price-words.ts';
import { afterQuote, quoted } from './quote.ts';
import { usePrices } from './use-prices.ts';
import styles from './load-modal.module.css';
import sumStyles from './load-sums.module.css';

/** Refusals that are about the amount, and stand at its field. */
const amountErrors = ['InsufficientFunds', 'AmountTooSmall', 'AmountTooLarge'] as const;

/** Load Money: an amount, whether it includes the fee, and both sums before the click. */
export function LoadModal({
  card,
  cardId,
  prefill,
  onLoaded,
  onClose,
}: {
  readonly card: Card;
  readonly cardId: CardId;
  /** The amount that is to reach the card, when a declined purchase gives it. */
  readonly prefill: Cents | undefined;
  readonly onLoaded: (reply: ReplyOf<'cards.load'>) => void;
  readonly onClose: () => void;
}) {
  const toast = useToast();
  const formId = useId();
  const { data: user } = useFreshUser();
  // A prefilled load has a draft of its own, apart from the amount that was typed before.
  const draftId = prefill === undefined ? cardId : `${cardId}.${prefill}`;
  const [amountText, setAmountText] = useDraft(`load.${draftId}`, prefill === undefined ? '' : decimalDollars(prefill));
  const [feeText, setFeeText] = useDraft(`load-fee.${draftId}`);
  const includesFee = feeText !== '';
  const prices = usePrices();
  const load = useWrite('cards.load', {
    about: cardId,
    refresh: ['cards', 'transactions.list', 'user'],
    onSuccess: onLoaded,
    onArrived: () => setAmountText(''),
    onError: (error) => {
      afterQuote(error);
      toastUnlessInPlace(toast, error, amountErrors);
    },
  });
  const means = {
    includesFee,
    accountBalance: user?.balance ?? zero,
    cardBalance: sum(card.balance, card.held),
    cardBalanceLimit: card.limits.holdable,
    isMonthsRest: card.limits.holdable < card.limits.balance,
    prices,
  };
  const check = checkLoad({ ...means, amountText });
  // While the outcome is asked for, the amount may be on the card already.
  const { error, missingCents }: LoadCheck = load.checking ? {} : check;
  const most = mostToLoad(means);
  const first = missingCents && addFirst(missingCents);
  // The field shows the obstacle, but the server decides: the click is let through.
  const isPaused = usePaused('load');
  const isReady = user !== undefined && check.requestedCents !== undefined && !isPaused;
  const refusal = atField(load.error, 'amount', amountErrors);
  const isCovered = check.error === undefined && check.quote !== undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady || check.requestedCents === undefined) return;
    const body = { amount: check.requestedCents, includesFee };
    void load.run({ params: { id: cardId }, body, headers: quoted(prices) });
  }
  return (
    <Modal
      open
      onClose={onClose}
      busy={load.busy}
      title="Load Money"
      footer={
        <Button type="submit" form={formId} block busy={load.busy} disabled={!isReady}>
          <span>Load Card</span>
          {check.quote && isCovered && (
            // The sums above are announced; the button keeps its name.
            <span aria-hidden="true">
              {formatCents(check.quote.amountCents)} for {formatCents(check.quote.totalCents)}
            </span>
          )}
        </Button>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <PausedNotice part="load" />
        <MoneyField
          label={includesFee ? 'Amount to pay' : 'Amount to load'}
          valueText={amountText}
          onChange={(text) => {
            load.reset();
            setAmountText(text);
          }}
          error={user && (error ?? refusal)}
          hint={user && `Your balance is ${formatCents(user.balance)}. ${check.error ? '' : roomText(means)}`}
          enterKeyHint="done"
        />
        {first && check.quote && (
          <LinkButton
            to={first.to({ cardId, cents: check.quote.amountCents })}
            state={oneLayer}
            variant="secondary"
            // Keeps the typed amount for the way back.
            onClick={keepDrafts}
          >
            {first.label}
          </LinkButton>
        )}
        {most > 0 && (
          <Button
            variant="secondary"
            size="sm"
            className={styles.most}
            onClick={() => {
              load.reset();
              setAmountText(decimalDollars(most));
            }}
          >
            {includesFee ? 'Pay max' : 'Load max'} · {formatCents(most)}
          </Button>
        )}
        <Switch
          label="Includes Fee"
          checked={includesFee}
          onChange={(included) => setFeeText(included ? 'included' : '')}
          hint={includesFee ? 'The fee comes out of the amount.' : 'The fee comes on top of the amount.'}
        />
        <LoadSums quote={check.quote} rule={loadRule(prices)} />
        <WriteOutcome
          write={load}
          refused="The card was not loaded"
          checking="Checking whether the card was loaded…"
          isAtField={refusal !== undefined}
        />
        <p className={styles.limits}>
          {card.name} has {formatCents(card.balance)} on it now.
        </p>
      </form>
    </Modal>
  );
}

/** You pay, the fee, the card gets: in that order, computed while typing. */
function LoadSums({ quote, rule }: { readonly quote: LoadQuote | undefined; readonly rule: string }) {
  return (
    <dl className={sumStyles.sums}>
      <div>
        <dt>You pay</dt>
        <dd>{quote ? <Money cents={quote.totalCents} /> : '–'}</dd>
      </div>
      <div>
        <dt>
          Fee <span className={sumStyles.rule}>{rule}</span>
        </dt>
        <dd>{quote ? <Money cents={quote.feeCents} /> : '–'}</dd>
      </div>
      <div className={sumStyles.gets}>
        <dt>The card gets</dt>
        <dd>{quote ? <Money cents={quote.amountCents} /> : '–'}</dd>
      </div>
    </dl>
  );
}
