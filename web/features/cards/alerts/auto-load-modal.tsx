import { useId, type FormEvent } from 'react';

import type { Prices } from '#shared/prices.ts';
import type { ApiError } from '#web/lib/api-error.ts';
import { decimalDollars, formatCents } from '#shared/money.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { MoneyField, TextField } from '#web/ui/field.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';

import { PausedNotice, usePaused } from '../paused-notice.tsx';
import { loadRule } from '../price-words.ts';
import { afterQuote, quoted } from '../quote.ts';
import { usePrices } from '../use-prices.ts';
import type { CardId } from '../card-id.ts';
import type { Card } from '../card-words.ts';
import styles from '../load-modal.module.css';
import sumStyles from '../load-sums.module.css';
import { alertWords as words } from './alert-words.ts';
import { checkAutoLoad, dayOf, loadsPerMonth, monthlyCost, type AutoLoadCheck } from './auto-load-check.ts';
import rowStyles from './standing-orders.module.css';

/** Auto-load: when, how much, how much a month and until when; with the fee of each load before it is switched on. */
export function AutoLoadModal({
  card,
  cardId,
  onClose,
}: {
  readonly card: Card;
  readonly cardId: CardId;
  readonly onClose: () => void;
}) {
  const toast = useToast();
  const formId = useId();
  const { autoLoad } = card;
  const dollars = (amount: number | undefined): string => (amount === undefined ? '' : decimalDollars(amount));
  const stored = {
    below: dollars(autoLoad?.below),
    amount: dollars(autoLoad?.amount),
    monthlyMax: dollars(autoLoad?.monthlyMax),
    until: autoLoad?.until ? dayOf(new Date(autoLoad.until)) : '',
  };
  const [below, setBelow] = useDraft(`auto-load-below.${cardId}`, stored.below);
  const [amount, setAmount] = useDraft(`auto-load-amount.${cardId}`, stored.amount);
  const [monthlyMax, setMonthlyMax] = useDraft(`auto-load-month.${cardId}`, stored.monthlyMax);
  const [until, setUntil] = useDraft(`auto-load-until.${cardId}`, stored.until);
  const isChanged =
    below !== stored.below || amount !== stored.amount || monthlyMax !== stored.monthlyMax || until !== stored.until;
  const today = dayOf(new Date(serverNow()));
  const prices = usePrices();
  const check = checkAutoLoad({ below, amount, monthlyMax, until }, today, prices, card.limits.balance);
  const done = (text: string) => ({
    repeatable: true as const,
    refresh: ['cards'] as const,
    onSuccess: () => {
      toast.success(text);
      onClose();
    },
    onError: (error: ApiError) => {
      afterQuote(error);
      toast.error(error);
    },
  });
  const save = useWrite('cards.auto-load', done('Auto-load is on.'));
  const isPaused = usePaused('load');
  const end = useWrite('cards.end-auto-load', done('Auto-load is off.'));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (check.order) void save.run({ params: { id: cardId }, body: check.order, headers: quoted(prices) });
  }
  return (
    <Modal
      open
      onClose={onClose}
      busy={save.busy || end.busy}
      guard={() => isChanged}
      title={words.autoLoad}
      footer={
        <>
          {autoLoad && (
            <Button
              variant="secondary"
              busy={end.busy}
              disabled={save.busy}
              onClick={() => void end.run({ params: { id: cardId } })}
            >
              Switch off
            </Button>
          )}
          <Button type="submit" form={formId} busy={save.busy} disabled={!check.order || end.busy || isPaused}>
            {autoLoad ? 'Save changes' : 'Switch on'}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <PausedNotice part="load" />
        {autoLoad?.failure && (
          <Notice tone="warning" title={words.failureTitle(autoLoad.failures)}>
            <p>{autoLoad.failure}</p>
          </Notice>
        )}
        {autoLoad && card.status !== 'active' && <p className="muted">{words.paused}</p>}
        <div className={rowStyles.pair}>
          <MoneyField
            label="When below"
            valueText={below}
            onChange={setBelow}
            error={check.errors.below}
            enterKeyHint="next"
          />
          <MoneyField
            label="Load"
            valueText={amount}
            onChange={setAmount}
            error={check.errors.amount}
            enterKeyHint="next"
          />
          <MoneyField
            label="At most per month, without fees"
            valueText={monthlyMax}
            onChange={setMonthlyMax}
            error={check.errors.monthlyMax}
            hint={autoLoad && `${formatCents(autoLoad.loadedThisMonth)} loaded this month (UTC).`}
            enterKeyHint="next"
          />
          <TextField
            label="Until (optional)"
            type="date"
            min={today}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
            error={check.errors.until}
          />
        </div>
        <Sums check={check} prices={prices} />
        <p className={styles.limits}>{words.autoLoadAbout}</p>
        <p className={styles.limits}>{words.autoLoadRules}</p>
      </form>
    </Modal>
  );
}

/** The fee of each load and the most that a month may cost. */
function Sums({ check: { quote, order }, prices }: { readonly check: AutoLoadCheck; readonly prices: Prices }) {
  return (
    <dl className={sumStyles.sums}>
      <div>
        <dt>
          Fee per load <span className={sumStyles.rule}>{loadRule(prices)}</span>
        </dt>
        <dd>{quote ? <Money cents={quote.feeCents} /> : '–'}</dd>
      </div>
      <div>
        <dt>Each load takes</dt>
        <dd>{quote ? <Money cents={quote.totalCents} /> : '–'}</dd>
      </div>
      <div className={sumStyles.gets}>
        <dt>
          At most per month{' '}
          <span className={sumStyles.rule}>
            {order && `${loadsPerMonth(order)} ${loadsPerMonth(order) === 1 ? 'load' : 'loads'}, fees included`}
          </span>
        </dt>
        <dd>{order ? <Money cents={monthlyCost(order, prices)} /> : '–'}</dd>
      </div>
    </dl>
  );
}
