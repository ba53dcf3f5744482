import { useState } from 'react';

import { decimalDollars, parseDollars } from '#shared/money.ts';
import { MoneyField, TextField } from '#web/ui/field.tsx';

import { pricesLine, type AskedPrices, type PriceVersion, type Settings } from './settings-words.ts';
import { PlanForm, VersionsPanel, type PlanProps } from './versions-panel.tsx';

/** The present prices, and those to come. */
export function PricesPanel({
  settings: { prices },
  onPut,
  ...plan
}: PlanProps & {
  readonly settings: Settings;
  readonly onPut: (prices: readonly AskedPrices[], reason: string) => void;
}) {
  return (
    <VersionsPanel title="Prices" versions={prices} lineOf={pricesLine} onTakeBack={onPut} {...plan}>
      {(present) => (
        <PricesForm present={present} onPlan={(asked, reason) => onPut([...prices, asked], reason)} {...plan} />
      )}
    </VersionsPanel>
  );
}

function PricesForm({
  present,
  ...plan
}: PlanProps & {
  readonly present: PriceVersion;
  readonly onPlan: (asked: AskedPrices, reason: string) => void;
}) {
  const [fee, setFee] = useState(decimalDollars(present.cardFeeCents));
  const [first, setFirst] = useState(decimalDollars(present.firstLoadCents));
  const [percent, setPercent] = useState(String(present.loadPercent));
  const [fixed, setFixed] = useState(decimalDollars(present.loadFixedCents));
  const [cardFeeCents, firstLoadCents, loadFixedCents] = [fee, first, fixed].map(parseDollars);
  const isPercent = /^\d{1,2}(\.\d{1,2})?$/.test(percent.trim());
  const isComplete =
    cardFeeCents !== undefined && firstLoadCents !== undefined && loadFixedCents !== undefined && isPercent;
  return (
    <PlanForm
      what="prices"
      note="What is ordered before keeps its price. Auto-loads wait when their fee rises."
      values={isComplete ? { cardFeeCents, firstLoadCents, loadPercent: Number(percent), loadFixedCents } : undefined}
      {...plan}
    >
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
    </PlanForm>
  );
}
