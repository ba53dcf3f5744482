import { useId, type FormEvent } from 'react';

import type { Coin, Network } from '#shared/catalogue.ts';
import { limits } from '#shared/limits.ts';
import { formatCents } from '#shared/money.ts';
import type { Write } from '#web/lib/use-api.ts';
import { atField } from '#web/ui/error-in-place.ts';
import { MoneyField } from '#web/ui/field.tsx';
import { WriteOutcome } from '#web/ui/write-outcome.tsx';

import styles from './amount-step.module.css';
import { depositAmountErrors, readDepositAmount } from './deposit-amount.ts';
import { ExchangeRateLine } from './exchange-rate-line.tsx';
import { NetworkChoice } from './network-choice.tsx';

const suggestions = ['20', '50', '100', '500'] as const;

/** Step 2: the network and the amount in dollars, with the live rate. Submitted by the button of the dialog's foot. */
export function AmountStep({
  formId,
  coin,
  network,
  amountText,
  create,
  onNetwork,
  onAmount,
  onSubmit,
}: {
  readonly formId: string;
  readonly coin: Coin;
  readonly network: Network;
  readonly amountText: string;
  /** The request that opens the deposit. */
  readonly create: Write<'transactions.create'>;
  readonly onNetwork: (network: Network) => void;
  readonly onAmount: (text: string) => void;
  readonly onSubmit: () => void;
}) {
  const amountId = useId();
  const amount = readDepositAmount(amountText);
  const refusal = atField(create.error, 'amountInUsd', depositAmountErrors);
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form id={formId} className={styles.form} onSubmit={submit} noValidate>
      <NetworkChoice coin={coin} network={network} onChoose={onNetwork} />
      <div className={styles.amount}>
        <MoneyField
          id={amountId}
          label="USD amount"
          valueText={amountText}
          onChange={onAmount}
          error={amount.error ?? refusal}
          hint={`From ${formatCents(limits.depositMinCents)} to ${formatCents(limits.depositMaxCents)}.`}
          enterKeyHint="next"
        />
        <div className={styles.suggestions} role="group" aria-label="Quick choices">
          {suggestions.map((dollars) => (
            <button
              key={dollars}
              type="button"
              className={styles.suggestion}
              aria-pressed={amountText === dollars}
              onClick={() => onAmount(dollars)}
            >
              ${dollars}
            </button>
          ))}
        </div>
      </div>
      <ExchangeRateLine coin={coin} amount={amount.cents} />
      <WriteOutcome
        write={create}
        refused="The deposit was not opened"
        checking="Checking whether the deposit was opened…"
        isAtField={refusal !== undefined}
      />
    </form>
  );
}
