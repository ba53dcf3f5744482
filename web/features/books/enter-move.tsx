import { useId, useState, type FormEvent } from 'react';

import { coins, type Coin } from '#shared/catalogue.ts';
import { limits } from '#shared/limits.ts';
import { parseDollars } from '#shared/money.ts';
import { useWrite } from '#web/lib/use-api.ts';
import { Button } from '#web/ui/button.tsx';
import { atField } from '#web/ui/error-in-place.ts';
import { MoneyField, SelectField, TextField } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { WriteOutcome } from '#web/ui/write-outcome.tsx';

import { moveName } from './books-words.ts';
import { useCoinWorth } from './use-coin-worth.ts';
import styles from './books-screen.module.css';

const kinds = ['top_up', 'payout'] as const;
const directions = ['out', 'back'] as const;
const nothing = { amount: '', fee: '', coinAmount: '', reference: '', reason: '' } as const;

/** A payout from the provider or a top-up of the float, which another admin has to approve. */
export function EnterMove() {
  const toast = useToast();
  const formId = useId();
  const [kind, setKind] = useState<(typeof kinds)[number]>('top_up');
  const [direction, setDirection] = useState<(typeof directions)[number]>('out');
  const [coin, setCoin] = useState<Coin>('USDT');
  const [texts, setTexts] = useState<Readonly<Record<keyof typeof nothing, string>>>(nothing);
  const put = (name: keyof typeof nothing) => (text: string) => setTexts((before) => ({ ...before, [name]: text }));
  const amount = parseDollars(texts.amount);
  const fee = texts.fee.trim() === '' ? 0 : parseDollars(texts.fee);
  const isPayout = kind === 'payout';
  const worth = useCoinWorth(isPayout ? coin : null, texts.coinAmount, amount ?? 0);
  const isReady =
    amount !== undefined &&
    amount > 0 &&
    fee !== undefined &&
    texts.reference.trim() !== '' &&
    texts.reason.trim() !== '' &&
    (!isPayout || texts.coinAmount.trim() !== '');
  const enter = useWrite('admin.propose-treasury', {
    about: '',
    refresh: ['admin.treasury', 'admin.desk'],
    onSuccess: () => {
      setTexts(nothing);
      toast.success('Entered. Another admin has to approve it on the desk.');
    },
  });
  const refusals = {
    amount: atField(enter.error, 'amount'),
    fee: atField(enter.error, 'fee'),
    coinAmount: atField(enter.error, 'coinAmount'),
    reference: atField(enter.error, 'reference', ['Conflict']),
    reason: atField(enter.error, 'reason'),
  };

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isReady) return;
    const ofCoin = isPayout ? { coin, coinAmount: texts.coinAmount.trim() } : {};
    const words = { reference: texts.reference.trim(), reason: texts.reason.trim() };
    void enter.run({ body: { kind, direction, amount, fee, ...ofCoin, ...words } });
  }
  return (
    <Panel title="Enter a payout or top-up">
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <p className="muted">
          Our own money, from the bank’s papers. Nothing is moved by it, and nothing is posted before another admin
          approves it.
        </p>
        <div className={styles.sides}>
          <SelectField
            label="What moved"
            value={kind}
            onChange={(event) => setKind(kinds.find((each) => each === event.target.value) ?? 'top_up')}
          >
            {kinds.map((each) => (
              <option key={each} value={each}>
                {moveName({ kind: each, direction: 'out' })}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Which way"
            value={direction}
            onChange={(event) => setDirection(directions.find((each) => each === event.target.value) ?? 'out')}
          >
            <option value="out">As named</option>
            <option value="back">Back, or undone</option>
          </SelectField>
          <MoneyField
            label="Arrived"
            valueText={texts.amount}
            onChange={put('amount')}
            error={refusals.amount}
            enterKeyHint="next"
          />
          <MoneyField
            label="Cost beside it"
            valueText={texts.fee}
            onChange={put('fee')}
            hint="Fees, and of a payout what the coin lost in value."
            error={refusals.fee}
            enterKeyHint="next"
          />
          {isPayout && (
            <>
              <SelectField
                label="Coin"
                value={coin}
                onChange={(event) =>
                  setCoin((Object.keys(coins) as Coin[]).find((each) => each === event.target.value) ?? coin)
                }
              >
                {Object.keys(coins).map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </SelectField>
              <TextField
                label="Amount of the coin"
                value={texts.coinAmount}
                inputMode="decimal"
                autoComplete="off"
                hint={worth}
                error={refusals.coinAmount}
                onChange={(event) => put('coinAmount')(event.target.value)}
              />
            </>
          )}
          <TextField
            label="Reference"
            value={texts.reference}
            maxLength={200}
            autoComplete="off"
            error={refusals.reference}
            onChange={(event) => put('reference')(event.target.value)}
          />
          <TextField
            label="Reason"
            value={texts.reason}
            maxLength={limits.decisionReasonMax}
            autoComplete="off"
            error={refusals.reason}
            onChange={(event) => put('reason')(event.target.value)}
          />
        </div>
        <WriteOutcome
          write={enter}
          refused="Nothing was entered"
          checking="Checking whether it was entered…"
          isAtField={Object.values(refusals).some((refusal) => refusal !== undefined)}
        />
        <Button type="submit" form={formId} busy={enter.busy} disabled={!isReady}>
          Propose
        </Button>
      </form>
    </Panel>
  );
}
