import { useState } from 'react';

import { cardLimitBounds } from '#shared/card-limits.ts';
import { cents, decimalDollars, formatCents, parseDollars } from '#shared/money.ts';
import { MoneyField, SelectField } from '#web/ui/field.tsx';

import { limitsLine, type AskedLimits, type LimitVersion, type Settings } from './settings-words.ts';
import { PlanForm, VersionsPanel, type PlanProps } from './versions-panel.tsx';

/** The present limits of new cards, and those to come. */
export function LimitsPanel({
  settings: { limits },
  onPut,
  ...plan
}: PlanProps & {
  readonly settings: Settings;
  readonly onPut: (limits: readonly AskedLimits[], reason: string) => void;
}) {
  return (
    <VersionsPanel title="Limits" versions={limits} lineOf={limitsLine} onTakeBack={onPut} {...plan}>
      {(present) => (
        <LimitsForm present={present} onPlan={(asked, reason) => onPut([...limits, asked], reason)} {...plan} />
      )}
    </VersionsPanel>
  );
}

function LimitsForm({
  present,
  ...plan
}: PlanProps & {
  readonly present: LimitVersion;
  readonly onPlan: (asked: AskedLimits, reason: string) => void;
}) {
  const [balance, setBalance] = useState(decimalDollars(present.balanceCents));
  const [month, setMonth] = useState(String(present.monthlySpendCents));
  const balanceCents = parseDollars(balance);
  const { balanceMinCents: min, balanceMaxCents: max } = cardLimitBounds;
  const bounds = `${formatCents(min)} to ${formatCents(max)}`;
  const isComplete = balanceCents !== undefined && balanceCents >= min && balanceCents <= max;
  return (
    <PlanForm
      what="limits"
      note="Lower limits hold for every card, higher ones only for cards made from then on. An undo raises no card’s limits again."
      values={isComplete ? { balanceCents, monthlySpendCents: cents(Number(month)) } : undefined}
      {...plan}
    >
      <MoneyField
        label="On a card, and per transaction"
        valueText={balance}
        onChange={setBalance}
        error={isComplete || balance === '' ? undefined : `Enter ${bounds}.`}
        hint={`${bounds}. Cards that hold more keep it and take no loads.`}
      />
      <SelectField
        label="Spending of a month"
        value={month}
        hint="The card issuer keeps a new card to it. On older cards a lower limit bounds what can be loaded."
        onChange={({ target }) => setMonth(target.value)}
      >
        {cardLimitBounds.monthlySpendCents.map((amount) => (
          <option key={amount} value={amount}>
            {formatCents(amount)}
          </option>
        ))}
      </SelectField>
    </PlanForm>
  );
}
