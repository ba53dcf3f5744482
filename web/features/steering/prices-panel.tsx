import { useState, type FormEvent } from 'react';

import { limits } from '#shared/limits.ts';
import { decimalDollars, parseDollars } from '#shared/money.ts';
import { Button } from '#web/ui/button.tsx';
import { MoneyField, TextField } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/panel.tsx';

import {
  beginText,
  ownTimeText,
  presentAndNext,
  presentPrices,
  pricesLine,
  type AskedPrices,
  type Settings,
} from './settings-words.ts';
import styles from './settings-screen.module.css';

/** The present prices, those to come with the way to take them back, and the form that plans others. */
export function PricesPanel({
  settings: { prices },
  mayChange,
  busy,
  refusal,
  onPut,
}: {
  readonly settings: Settings;
  readonly mayChange: boolean;
  readonly busy: boolean;
  /** Why the last plan was refused. */
  readonly refusal: string | undefined;
  readonly onPut: (prices: readonly AskedPrices[], reason: string) => void;
}) {
  const [shownAtMs] = useState(() => Date.now());
  const present = presentPrices(prices, shownAtMs);
  return (
    <Panel title="Prices">
      <ol className={styles.changes}>
        {presentAndNext(prices, shownAtMs).map((each) => (
          <li key={each.version} className={styles.change}>
            <div className={styles.words}>
              <p>{pricesLine(each)}</p>
              <p className="muted">{each.version === present.version ? 'Now' : `From ${beginText(each.from)}`}</p>
            </div>
            {mayChange && each.version !== present.version && (
              <Button
                variant="secondary"
                size="sm"
                busy={busy}
                onClick={() =>
                  onPut(
                    prices.filter((other) => other !== each),
                    `Prices ${each.version} taken back.`,
                  )
                }
              >
                Take back
              </Button>
            )}
          </li>
        ))}
      </ol>
      {mayChange && (
        <PlanForm
          present={present}
          busy={busy}
          refusal={refusal}
          onPlan={(asked, reason) => onPut([...prices, asked], reason)}
        />
      )}
    </Panel>
  );
}

function PlanForm({
  present,
  busy,
  refusal,
  onPlan,
}: {
  readonly present: AskedPrices;
  readonly busy: boolean;
  readonly refusal: string | undefined;
  readonly onPlan: (asked: AskedPrices, reason: string) => void;
}) {
  const [fee, setFee] = useState(decimalDollars(present.cardFeeCents));
  const [first, setFirst] = useState(decimalDollars(present.firstLoadCents));
  const [percent, setPercent] = useState(String(present.loadPercent));
  const [fixed, setFixed] = useState(decimalDollars(present.loadFixedCents));
  const [from, setFrom] = useState('');
  const [reason, setReason] = useState('');
  const ownTime = ownTimeText(from);
  const sums = [parseDollars(fee), parseDollars(first), parseDollars(fixed)] as const;
  const [cardFeeCents, firstLoadCents, loadFixedCents] = sums;
  const isPercent = /^\d{1,2}(\.\d{1,2})?$/.test(percent.trim());
  const asked =
    cardFeeCents === undefined || firstLoadCents === undefined || loadFixedCents === undefined || !isPercent || !from
      ? undefined
      : { from: `${from}Z`, cardFeeCents, firstLoadCents, loadPercent: Number(percent), loadFixedCents };
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (asked && reason.trim() !== '') onPlan(asked, reason.trim());
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h3>Plan other prices</h3>
      <p className="muted">What is ordered before keeps its price. Auto-loads wait when their fee rises.</p>
      <MoneyField label="Card fee" valueText={fee} onChange={setFee} />
      <MoneyField label="On the new card" valueText={first} onChange={setFirst} />
      <TextField
        label="Load, percent"
        value={percent}
        inputMode="decimal"
        autoComplete="off"
        onChange={({ target }) => setPercent(target.value)}
      />
      <MoneyField label="Load, fixed part" valueText={fixed} onChange={setFixed} />
      <TextField
        label="Begin (UTC)"
        type="datetime-local"
        value={from}
        error={refusal}
        hint={ownTime === undefined ? 'At least 5 minutes from now.' : `By your clock: ${ownTime}.`}
        onChange={({ target }) => setFrom(target.value)}
      />
      <TextField
        label="Reason for these prices"
        value={reason}
        maxLength={limits.decisionReasonMax}
        autoComplete="off"
        hint="Kept in the audit log."
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit" busy={busy} disabled={!asked || reason.trim() === ''}>
        Plan prices
      </Button>
    </form>
  );
}
