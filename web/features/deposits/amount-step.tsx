import { useId, type FormEvent } from 'react';

import type { Coin, Network } from '#shared/catalogue.ts';
import { limits } from '#shared/limits.ts';
import { formatCents } from '#shared/money.ts';
import { MoneyField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';

import styles from './amount-step.module.css';
import { readDepositAmount } from './deposit-amount.ts';
import { ExchangeRateLine } from './exchange-rate-line.tsx';
import { NetworkChoice } from './network-choice.tsx';

const suggestions = ['20', '50', '100', '500'] as const;

/** Step 2: the network and the amount in dollars, with the live rate. Submitted by the button of the dialog's foot. */
export function AmountStep({
  formId,
  coin,
  network,
  amountText,
  failure,
  onNetwork,
  onAmount,
  onSubmit,
}: {
  readonly formId: string;
  readonly coin: Coin;
  readonly network: Network;
  readonly amountText: string;
  /** Why the deposit could not be opened. What was typed stays. */
  readonly failure: string | undefined;
  readonly onNetwork: (network: Network) => void;
  readonly onAmount: (text: string) => void;
  readonly onSubmit: () => void;
}) {
  const amountId = useId();
  const amount = readDepositAmount(amountText);
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
          error={amount.error}
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
      {failure !== undefined && (
        <Notice tone="danger" title="The deposit was not opened" live>
          <p>{failure} Nothing was taken.</p>
        </Notice>
      )}
    </form>
  );
}
